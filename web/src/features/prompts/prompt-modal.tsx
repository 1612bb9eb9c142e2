import { promptBody, promptVoices, TEXT_VOICE, type NamedPromptView } from '@balcao/contracts'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useCreatePromptMutation, useUpdatePromptMutation } from '../../data/prompts.api'
import { useListQueuesQuery } from '../../data/queues.api'
import { toast } from '../../lib/toast'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { PasswordField } from '../../ui/password-field'
import { useFormDialog } from '../../ui/use-form-dialog'
import { emptyPrompt, toPromptBody, toPromptValues, type PromptValues } from './prompt.form'

export interface PromptModalProps {
  /** undefined for a new prompt. */
  prompt: NamedPromptView | undefined
  onClose: () => void
}

const usePromptForm = ({ prompt, onClose }: PromptModalProps) => {
  const { t } = useTranslation('prompts')
  const [create] = useCreatePromptMutation()
  const [update] = useUpdatePromptMutation()
  // What was open, not what events bring: they do not overwrite what is typed.
  const [initialValues] = useState(() => (prompt ? toPromptValues(prompt) : emptyPrompt))
  return useFormDialog<PromptValues>({
    initialValues,
    schema: promptBody,
    toBody: toPromptBody,
    save: (values) =>
      prompt
        ? update({ id: prompt.id, body: toPromptBody(values) }).unwrap()
        : create(toPromptBody(values)).unwrap(),
    onSaved: () => {
      toast.success(t('saved'))
      onClose()
    },
  })
}

const numeric = (max: number, step = 1) => ({
  htmlInput: { min: 0, max, step, inputMode: 'decimal' as const },
})

const VoiceFields = ({ voice }: { voice: string }) => {
  const { t } = useTranslation('prompts')
  return (
    <>
      <FormText name="voice" label={t('fields.voice')} select>
        {promptVoices.map((one) => (
          <MenuItem key={one} value={one}>
            {one === TEXT_VOICE ? t('text') : one.replace(/^pt-BR-|Neural$/g, '')}
          </MenuItem>
        ))}
      </FormText>
      {voice === TEXT_VOICE ? null : (
        <>
          <PasswordField name="voiceKey" label={t('fields.voiceKey')} />
          <FormText name="voiceRegion" label={t('fields.voiceRegion')} autoComplete="off" />
        </>
      )}
    </>
  )
}

const ModelFields = () => {
  const { t } = useTranslation('prompts')
  return (
    <>
      <FormText
        name="temperature"
        label={t('fields.temperature')}
        type="number"
        slotProps={numeric(1, 0.1)}
      />
      <FormText name="maxTokens" label={t('fields.maxTokens')} type="number" slotProps={numeric(4_000)} />
      <FormText name="maxMessages" label={t('fields.maxMessages')} type="number" slotProps={numeric(100)} />
      <FormText
        name="monthlyTokens"
        label={t('fields.monthlyTokens')}
        hint={t('hints.monthlyTokens')}
        type="number"
        slotProps={numeric(1_000_000_000)}
      />
    </>
  )
}

export const PromptModal = (props: PromptModalProps) => {
  const { prompt, onClose } = props
  const { t } = useTranslation('prompts')
  const { t: common } = useTranslation()
  const { data: queues = [] } = useListQueuesQuery()
  const form = usePromptForm(props)
  const { values } = form
  const counted = t('count', { count: values.prompt.length })
  return (
    <FormDialog
      open
      title={t(prompt ? 'modal.edit' : 'modal.add')}
      submitLabel={common(prompt ? 'actions.save' : 'actions.add')}
      form={form}
      onClose={onClose}
    >
      <FormText name="name" label={t('fields.name')} required autoFocus autoComplete="off" />
      <PasswordField name="apiKey" label={t('fields.apiKey')} hint={t('hints.apiKey')} />
      <FormText
        name="prompt"
        label={t('fields.prompt')}
        hint={counted}
        required
        multiline
        rows={10}
        slotProps={{ htmlInput: { style: { fontFamily: 'monospace', fontSize: 13 } } }}
      />
      <VoiceFields voice={values.voice} />
      <ModelFields />
      <FormText name="queueId" label={t('fields.queueId')} hint={t('hints.queueId')} required select>
        {queues.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </FormText>
    </FormDialog>
  )
}
