import type { ApiKeyView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useListQueuesQuery } from '../../data/queues.api'
import { formatDay, formatDayTime } from '../../lib/format-date'
import { ColorChip } from '../../ui/color-chip'
import '../../ui/list-table.css'
import { RecordActions } from '../../ui/record-actions'
import { RecordTable } from '../../ui/record-table'
import './api-keys.css'

export interface ApiKeyListProps {
  apiKeys: ApiKeyView[]
  onEdit: (apiKey: ApiKeyView) => void
  onDelete: (apiKey: ApiKeyView) => void
}

interface CellProps {
  apiKey: ApiKeyView
}

const Scopes = ({ apiKey: { scopes } }: CellProps) => {
  const { t } = useTranslation('apiKeys')
  return <span title={scopes.join(', ')}>{t('scope.count', { count: scopes.length })}</span>
}

const Queues = ({ apiKey: { queueIds } }: CellProps) => {
  const { t } = useTranslation('apiKeys')
  const { data: queues = [] } = useListQueuesQuery()
  if (queueIds.length === 0) return t('allQueues')
  return (
    <span className="list-chips">
      {queues
        .filter(({ id }) => queueIds.includes(id))
        .map(({ id, name, color }) => (
          <ColorChip key={id} color={color}>
            {name}
          </ColorChip>
        ))}
    </span>
  )
}

const Expiry = ({ apiKey: { expiresAt } }: CellProps) => {
  const { t } = useTranslation('apiKeys')
  if (expiresAt === null) return t('noExpiry')
  const date = new Date(expiresAt)
  return date <= new Date() ? `${t('expired')} · ${formatDay(date)}` : formatDay(date)
}

const LastUse = ({ apiKey: { lastUsedAt } }: CellProps) => {
  const { t } = useTranslation('apiKeys')
  return lastUsedAt === null ? t('never') : formatDayTime(new Date(lastUsedAt))
}

const Prefix = ({ apiKey: { prefix } }: CellProps) => <span className="api-key-prefix">{prefix}…</span>

export const ApiKeyTable = ({ apiKeys, onEdit, onDelete }: ApiKeyListProps) => {
  const { t } = useTranslation('apiKeys')
  return (
    <RecordTable
      records={apiKeys}
      columns={[
        { head: t('columns.name'), isRowHead: true, cell: ({ name }) => name },
        { head: t('columns.prefix'), cell: (apiKey) => <Prefix apiKey={apiKey} /> },
        { head: t('columns.scopes'), cell: (apiKey) => <Scopes apiKey={apiKey} /> },
        { head: t('columns.queues'), cell: (apiKey) => <Queues apiKey={apiKey} /> },
        { head: t('columns.expiresAt'), cell: (apiKey) => <Expiry apiKey={apiKey} /> },
        { head: t('columns.lastUsedAt'), cell: (apiKey) => <LastUse apiKey={apiKey} /> },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (apiKey) => (
            <RecordActions
              name={apiKey.name}
              onEdit={() => onEdit(apiKey)}
              onDelete={() => onDelete(apiKey)}
            />
          ),
        },
      ]}
    />
  )
}

/** Below 900 px: one card each. */
export const ApiKeyCards = ({ apiKeys, onEdit, onDelete }: ApiKeyListProps) => {
  const { t } = useTranslation('apiKeys')
  return (
    <ul className="list-cards">
      {apiKeys.map((apiKey) => (
        <li key={apiKey.id} className="list-card">
          <div className="list-card__head">
            <b>{apiKey.name}</b>
            <Prefix apiKey={apiKey} />
          </div>
          <div>
            <Scopes apiKey={apiKey} /> · <Queues apiKey={apiKey} />
          </div>
          <div className="list-card__foot">
            <span>
              {t('columns.expiresAt')}: <Expiry apiKey={apiKey} />
              <br />
              {t('columns.lastUsedAt')}: <LastUse apiKey={apiKey} />
            </span>
            <RecordActions
              name={apiKey.name}
              onEdit={() => onEdit(apiKey)}
              onDelete={() => onDelete(apiKey)}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
