import type { PlanFlag } from '@balcao/contracts'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useListPromptsInfiniteQuery } from '../../data/prompts.api'
import { useListIntegrationsInfiniteQuery } from '../../data/queue-integrations.api'
import { useCompanyPlanQuery } from '../../data/session/session.api'
import { FormText } from '../../ui/form-fields'

const usePlanFlag = (flag: PlanFlag): boolean =>
  useCompanyPlanQuery(useMe().companyId).data?.plan[flag] ?? false

interface Choice {
  id: number
  name: string
}

const ChoiceField = ({
  name,
  choices,
}: {
  name: 'promptId' | 'integrationId'
  choices: readonly Choice[]
}) => {
  const { t } = useTranslation('queues')
  return (
    <FormText
      name={name}
      label={t(`fields.${name}`)}
      hint={t(`hints.${name}`)}
      select
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('fields.noAssistant')}</MenuItem>
      {choices.map((choice) => (
        <MenuItem key={choice.id} value={choice.id}>
          {choice.name}
        </MenuItem>
      ))}
    </FormText>
  )
}

const IntegrationField = () => {
  const { data } = useListIntegrationsInfiniteQuery('')
  const choices = data?.pages.flatMap((page) => page.queueIntegrations)
  return choices ? <ChoiceField name="integrationId" choices={choices} /> : null
}

const PromptField = () => {
  const { data } = useListPromptsInfiniteQuery(undefined)
  const choices = data?.pages.flatMap((page) => page.prompts)
  return choices ? <ChoiceField name="promptId" choices={choices} /> : null
}

/** Who answers the queue's customers before a person does, as far as the plan has it. */
export const AssistantFields = () => {
  const hasIntegrations = usePlanFlag('useIntegrations')
  const hasPrompts = usePlanFlag('useOpenAi')
  return (
    <>
      {hasIntegrations ? <IntegrationField /> : null}
      {hasPrompts ? <PromptField /> : null}
    </>
  )
}
