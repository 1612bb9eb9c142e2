import { publicEventKinds, webhookBody, type WebhookView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListConnectionsQuery } from '../../data/connections.api'
import '../../data/connections.live'
import { useCreateWebhookMutation, useUpdateWebhookMutation } from '../../data/webhooks.api'
import { toast } from '../../lib/toast'
import { ChoicesField } from '../../ui/choices-field'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'
import { QueuesField } from '../queues'
import { kindWords } from './kind-words'
import { emptyWebhook, toWebhookBody, toWebhookValues, type WebhookValues } from './webhook.form'

export interface WebhookModalProps {
  /** undefined for a new webhook. */
  webhook: WebhookView | undefined
  /** With the secret of a new webhook, which is shown once. */
  onMade: (secret: string) => void
  onClose: () => void
}

export const WebhookModal = ({ webhook, onMade, onClose }: WebhookModalProps) => {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const [create] = useCreateWebhookMutation()
  const [update] = useUpdateWebhookMutation()
  const { data: connections = [] } = useListConnectionsQuery(undefined)
  const [initialValues] = useState(() => (webhook ? toWebhookValues(webhook) : emptyWebhook))
  const form = useFormDialog<WebhookValues>({
    initialValues,
    schema: webhookBody,
    toBody: toWebhookBody,
    save: async (values) => {
      if (webhook) return update({ id: webhook.id, body: toWebhookBody(values) }).unwrap()
      onMade((await create(toWebhookBody(values)).unwrap()).signingSecret)
    },
    onSaved: () => {
      toast.success(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      open
      title={t(webhook ? 'modal.edit' : 'modal.add')}
      submitLabel={common(webhook ? 'actions.save' : 'actions.add')}
      form={form}
      onClose={onClose}
    >
      <FormText
        name="url"
        label={t('fields.url')}
        hint={t('hints.url')}
        type="url"
        required
        autoFocus
        autoComplete="off"
      />
      <ChoicesField
        name="events"
        label={t('fields.events')}
        hint={t('hints.events')}
        choices={publicEventKinds.map((kind) => ({ value: kind, label: `${t(kindWords[kind])} (${kind})` }))}
      />
      <QueuesField name="queueIds" label={t('fields.queueIds')} hint={t('hints.queueIds')} />
      <ChoicesField
        name="connectionIds"
        label={t('fields.connectionIds')}
        hint={t('hints.connectionIds')}
        choices={connections.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  )
}
