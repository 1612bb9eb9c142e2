import type { DeliveryWebhookView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { useListConnectionsQuery } from '../../data/connections.api'
import {
  useCreateDeliveryWebhookMutation,
  useDeleteDeliveryWebhookMutation,
  useListDeliveryWebhooksQuery,
} from '../../data/delivery-webhooks.api'
import { showError, translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { polled } from '../../lib/polled'
import { useUnsaved } from '../../lib/use-unsaved'
import { DeleteDialog } from '../../ui/delete-dialog'
import { ErrorState } from '../../ui/error-state'
import { IconAction } from '../../ui/icon-action'
import { TrashIcon } from '../../ui/icons'
import '../../ui/list-table.css'
import { SecretDialog } from '../../ui/secret-dialog'
import { DeadReports } from './dead-reports'

const AddForm = ({
  connectionId,
  onSecret,
}: {
  connectionId: number
  onSecret: (secret: string) => void
}) => {
  const { t } = useTranslation('messagesApi')
  const [url, setUrl] = useState('')
  const [create, { isLoading }] = useCreateDeliveryWebhookMutation()
  useUnsaved(url.trim() !== '', isLoading)
  const submit = async () => {
    if (isLoading || url.trim() === '') return
    const { data, error } = await create({ connectionId, url: url.trim() })
    if (error) return showError(error)
    setUrl('')
    onSecret(data.signingSecret)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form className="api-form" aria-label={t('webhooks.add')} onSubmit={handleSubmit}>
      <TextField
        label={t('webhooks.url')}
        type="url"
        required
        autoComplete="off"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Button type="submit" variant="contained" loading={isLoading}>
        {t('webhooks.add')}
      </Button>
    </form>
  )
}

const WebhookCard = ({ webhook, onDelete }: { webhook: DeliveryWebhookView; onDelete: () => void }) => {
  const { t } = useTranslation('messagesApi')
  const { t: common } = useTranslation()
  return (
    <li className="list-card">
      <div className="list-card__head">
        <b className="api-webhook__url">{webhook.url}</b>
        <IconAction label={`${common('actions.delete')}: ${webhook.url}`} onClick={onDelete}>
          <TrashIcon />
        </IconAction>
      </div>
      <div className="list-card__foot">
        <span>{t('webhooks.counts', { waiting: webhook.waiting, dead: webhook.dead })}</span>
      </div>
    </li>
  )
}

const DeleteWebhook = ({
  connectionId,
  webhook,
  onClose,
}: {
  connectionId: number
  webhook: DeliveryWebhookView
  onClose: () => void
}) => {
  const { t } = useTranslation('messagesApi')
  const [remove] = useDeleteDeliveryWebhookMutation()
  return (
    <DeleteDialog
      title={t('webhooks.deleteTitle')}
      text={t('webhooks.deleteText', { url: webhook.url })}
      doneText={t('webhooks.deleted')}
      remove={() => remove({ connectionId, webhookId: webhook.id })}
      onClose={onClose}
    />
  )
}

const Webhooks = ({ connectionId }: { connectionId: number }) => {
  const { t } = useTranslation('messagesApi')
  const [secret, setSecret] = useState<string>()
  const [deleted, setDeleted] = useState<DeliveryWebhookView>()
  const { data, error, refetch } = useListDeliveryWebhooksQuery(connectionId, polled)
  if (!data) return error ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null
  return (
    <>
      {data.webhooks.length === 0 ? (
        <p>{t('webhooks.none')}</p>
      ) : (
        <ul className="list-cards" aria-label={t('webhooks.title')}>
          {data.webhooks.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} onDelete={() => setDeleted(webhook)} />
          ))}
        </ul>
      )}
      <AddForm
        connectionId={connectionId}
        onSecret={(made) => {
          toast.success(t('webhooks.added'))
          setSecret(made)
        }}
      />
      <DeadReports connectionId={connectionId} />
      {deleted ? (
        <DeleteWebhook connectionId={connectionId} webhook={deleted} onClose={() => setDeleted(undefined)} />
      ) : null}
      {secret === undefined ? null : (
        <SecretDialog words="integrations" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  )
}

/** URLs that are told what became of the messages of a connection's token. */
export const DeliveryWebhooks = () => {
  const { t } = useTranslation('messagesApi')
  const { data: connections } = useListConnectionsQuery()
  const [chosen, setChosen] = useState<number>()
  const connectionId = chosen ?? connections?.[0]?.id
  return (
    <section className="api-section" aria-label={t('webhooks.title')}>
      <h2>{t('webhooks.title')}</h2>
      <p>{t('webhooks.lead')}</p>
      {connections && connectionId !== undefined ? (
        <>
          <TextField
            select
            label={t('webhooks.connection')}
            value={connectionId}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {connections.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <Webhooks key={connectionId} connectionId={connectionId} />
        </>
      ) : (
        <p>{t('webhooks.noConnection')}</p>
      )}
    </section>
  )
}
