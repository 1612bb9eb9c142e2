import type { WebhookView } from '@balcao/contracts'
import HistoryOutlined from '@mui/icons-material/HistoryOutlined'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../ui/icon-action'
import '../../ui/list-table.css'
import { RecordActions } from '../../ui/record-actions'
import { RecordTable } from '../../ui/record-table'
import './webhooks.css'

export interface WebhookListProps {
  webhooks: WebhookView[]
  onOpen: (webhook: WebhookView) => void
  onEdit: (webhook: WebhookView) => void
  onDelete: (webhook: WebhookView) => void
}

interface CellProps {
  webhook: WebhookView
}

const colors = { enabled: 'success', paused: 'default', failing: 'error', 'no-plan': 'warning' } as const

export const WebhookState = ({ webhook: { state, failingSince } }: CellProps) => {
  const { t } = useTranslation('webhooks')
  const isFailing = state === 'enabled' && failingSince !== null
  return (
    <Chip
      size="small"
      variant="outlined"
      color={isFailing ? 'warning' : colors[state]}
      label={t(isFailing ? 'state.unanswered' : `state.${state}`)}
    />
  )
}

const Events = ({ webhook: { events } }: CellProps) => {
  const { t } = useTranslation('webhooks')
  return events.length === 0 ? (
    t('allEvents')
  ) : (
    <span title={events.join(', ')}>{t('events', { count: events.length })}</span>
  )
}

const Counts = ({ webhook: { waiting, parked } }: CellProps) => {
  const { t } = useTranslation('webhooks')
  return t('counts', { waiting, parked })
}

const Actions = ({ webhook, onOpen, onEdit, onDelete }: CellProps & Omit<WebhookListProps, 'webhooks'>) => {
  const { t } = useTranslation('webhooks')
  return (
    <RecordActions name={webhook.url} onEdit={() => onEdit(webhook)} onDelete={() => onDelete(webhook)}>
      <IconAction label={`${t('open')}: ${webhook.url}`} onClick={() => onOpen(webhook)}>
        <HistoryOutlined />
      </IconAction>
    </RecordActions>
  )
}

export const WebhookTable = ({ webhooks, ...handlers }: WebhookListProps) => {
  const { t } = useTranslation('webhooks')
  return (
    <RecordTable
      records={webhooks}
      columns={[
        {
          head: t('columns.url'),
          isRowHead: true,
          cell: ({ url }) => <span className="webhook-url">{url}</span>,
        },
        { head: t('columns.state'), cell: (webhook) => <WebhookState webhook={webhook} /> },
        { head: t('columns.events'), cell: (webhook) => <Events webhook={webhook} /> },
        { head: t('columns.deliveries'), cell: (webhook) => <Counts webhook={webhook} /> },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (webhook) => <Actions webhook={webhook} {...handlers} />,
        },
      ]}
    />
  )
}

/** Below 900 px: one card each. */
export const WebhookCards = ({ webhooks, ...handlers }: WebhookListProps) => (
  <ul className="list-cards">
    {webhooks.map((webhook) => (
      <li key={webhook.id} className="list-card">
        <div className="list-card__head">
          <b className="webhook-url">{webhook.url}</b>
          <WebhookState webhook={webhook} />
        </div>
        <div>
          <Events webhook={webhook} />
        </div>
        <div className="list-card__foot">
          <span>
            <Counts webhook={webhook} />
          </span>
          <Actions webhook={webhook} {...handlers} />
        </div>
      </li>
    ))}
  </ul>
)
