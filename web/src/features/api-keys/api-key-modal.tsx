import { apiKeyBody, type ApiKeyView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useCreateApiKeyMutation, useUpdateApiKeyMutation } from '../../data/api-keys.api'
import { toast } from '../../lib/toast'
import { FormDate } from '../../ui/date-field'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'
import { QueuesField } from '../queues'
import { emptyApiKey, toApiKeyBody, toApiKeyValues, type ApiKeyValues } from './api-key.form'
import { ScopesField } from './scopes-field'

export interface ApiKeyModalProps {
  /** undefined for a new key. */
  apiKey: ApiKeyView | undefined
  /** With a new key, which is shown once. */
  onMade: (key: string) => void
  onClose: () => void
}

export const ApiKeyModal = ({ apiKey, onMade, onClose }: ApiKeyModalProps) => {
  const { t } = useTranslation('apiKeys')
  const { t: common } = useTranslation()
  const [create] = useCreateApiKeyMutation()
  const [update] = useUpdateApiKeyMutation()
  const [initialValues] = useState(() => (apiKey ? toApiKeyValues(apiKey) : emptyApiKey))
  const form = useFormDialog<ApiKeyValues>({
    initialValues,
    schema: apiKeyBody,
    toBody: toApiKeyBody,
    save: async (values) => {
      if (apiKey) return update({ id: apiKey.id, body: toApiKeyBody(values) }).unwrap()
      const made = await create(toApiKeyBody(values)).unwrap()
      onMade(made.key)
    },
    onSaved: () => {
      toast.success(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      open
      title={t(apiKey ? 'modal.edit' : 'modal.add')}
      submitLabel={common(apiKey ? 'actions.save' : 'actions.add')}
      form={form}
      onClose={onClose}
    >
      <FormText name="name" label={t('fields.name')} required autoFocus autoComplete="off" />
      <ScopesField />
      <QueuesField name="queueIds" label={t('fields.queueIds')} hint={t('hints.queueIds')} />
      <FormDate
        kind="date"
        name="expiresAt"
        label={t('fields.expiresAt')}
        hint={t('hints.expiresAt')}
        disablePast
      />
      <FormText
        name="networks"
        label={t('fields.networks')}
        hint={t('hints.networks')}
        multiline
        minRows={2}
      />
    </FormDialog>
  )
}
