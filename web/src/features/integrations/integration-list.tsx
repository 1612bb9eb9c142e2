import type { queueIntegrationSorts, QueueIntegrationView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { Sorting } from '../../lib/use-sort'
import { ColorChip } from '../../ui/color-chip'
import '../../ui/list-table.css'
import { RecordActions } from '../../ui/record-actions'
import { RecordTable } from '../../ui/record-table'

export interface IntegrationListProps {
  integrations: QueueIntegrationView[]
  onEdit: (integration: QueueIntegrationView) => void
  onDelete: (integration: QueueIntegrationView) => void
  sorting: Sorting<(typeof queueIntegrationSorts)[number]> | undefined
}

type RowProps = Pick<IntegrationListProps, 'onEdit' | 'onDelete'> & { integration: QueueIntegrationView }

const Actions = ({ integration, onEdit, onDelete }: RowProps) => (
  <RecordActions
    name={integration.name}
    onEdit={() => onEdit(integration)}
    onDelete={() => onDelete(integration)}
  />
)

export const IntegrationTable = ({ integrations, sorting, ...handlers }: IntegrationListProps) => {
  const { t } = useTranslation('integrations')
  return (
    <RecordTable
      records={integrations}
      sorting={sorting}
      columns={[
        {
          head: t('columns.type'),
          sort: 'type',
          cell: ({ type }) => <ColorChip>{t(`type.${type}`)}</ColorChip>,
        },
        { head: t('columns.id'), sort: 'id', cell: ({ id }) => id },
        { head: t('columns.name'), sort: 'name', isRowHead: true, cell: ({ name }) => name },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (integration) => <Actions integration={integration} {...handlers} />,
        },
      ]}
    />
  )
}

/** Below 900 px: one card each. */
export const IntegrationCards = ({ integrations, ...handlers }: IntegrationListProps) => {
  const { t } = useTranslation('integrations')
  return (
    <ul className="list-cards">
      {integrations.map((integration) => (
        <li key={integration.id} className="list-card">
          <div className="list-card__head">
            <b>{integration.name}</b>
            <ColorChip>{t(`type.${integration.type}`)}</ColorChip>
          </div>
          <div className="list-card__foot">
            <span>{integration.id}</span>
            <Actions integration={integration} {...handlers} />
          </div>
        </li>
      ))}
    </ul>
  )
}
