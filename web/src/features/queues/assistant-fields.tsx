import type { PlanFlag } from '@balcao/contracts'
import MenuItem from '@mui/material/MenuItem'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useListPromptsInfiniteQuery } from '../../data/prompts.api'
import { useListIntegrationsInfiniteQuery } from '../../data/queue-integrations.api'
import { useCompanyPlanQuery } from '../../data/session/session.api'
import { FormText } from '../../ui/form-fields'

const usePlanFlag = (flag: PlanFlag): boolean =>
  useCompanyPlanQuery(useMe().companyId).data?.plan[flag] ?? false

interface Pages {
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => unknown
}

/* A choice needs all of them: one that is chosen may be on the last page. */
const useAllPages = ({ hasNextPage, isFetching, isError, fetchNextPage }: Pages) => {
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
}

export interface AssistantWords {
  label: string
  hint: string
  /** The choice of none. */
  none: string
}

interface Choice {
  id: number
  name: string
}

const ChoiceField = ({
  name,
  choices,
  words,
}: {
  name: 'promptId' | 'integrationId'
  choices: readonly Choice[]
  words: AssistantWords
}) => (
  <FormText
    name={name}
    label={words.label}
    hint={words.hint}
    select
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
  >
    <MenuItem value="">{words.none}</MenuItem>
    {choices.map((choice) => (
      <MenuItem key={choice.id} value={choice.id}>
        {choice.name}
      </MenuItem>
    ))}
  </FormText>
)

const IntegrationField = ({ words }: { words: AssistantWords }) => {
  const query = useListIntegrationsInfiniteQuery({ searchParam: '' })
  useAllPages(query)
  const choices = query.data?.pages.flatMap((page) => page.queueIntegrations)
  return choices ? <ChoiceField name="integrationId" choices={choices} words={words} /> : null
}

const PromptChoice = ({ words }: { words: AssistantWords }) => {
  const query = useListPromptsInfiniteQuery({ searchParam: '' })
  useAllPages(query)
  const choices = query.data?.pages.flatMap((page) => page.prompts)
  return choices ? <ChoiceField name="promptId" choices={choices} words={words} /> : null
}

/** The formik field `promptId`, where the plan has prompts. */
export const PromptField = ({ words }: { words: AssistantWords }) =>
  usePlanFlag('useOpenAi') ? <PromptChoice words={words} /> : null

/** Who answers the queue's customers before a person does, as far as the plan has it. */
export const AssistantFields = () => {
  const { t } = useTranslation('queues')
  const hasIntegrations = usePlanFlag('useIntegrations')
  const wordsFor = (name: 'promptId' | 'integrationId'): AssistantWords => ({
    label: t(`fields.${name}`),
    hint: t(`hints.${name}`),
    none: t(name === 'promptId' ? 'fields.noPrompt' : 'fields.noIntegration'),
  })
  return (
    <>
      {hasIntegrations ? <IntegrationField words={wordsFor('integrationId')} /> : null}
      <PromptField words={wordsFor('promptId')} />
    </>
  )
}
