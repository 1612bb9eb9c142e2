import type { QueueIntegrationView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { ColorChip } from '../../ui/color-chip'
import { IconAction } from '../../ui/icon-action'
import { EditIcon, TrashIcon } from '../../ui/icons'
import '../../ui/list-table.css'

export interface IntegrationListProps {
  integrations: QueueIntegrationView[]
  onEdit: (integration: QueueIntegrationView) => void
  onDelete: (integration: QueueIntegrationView) => void
}

type RowProps = Omit<IntegrationListProps, 'integrations'> & { integration: QueueIntegrationView }

const Actions = ({ integration, onEdit, onDelete }: RowProps) => {
  const { t: common } = useTranslation()
  return (
    <span className="list-actions">
      <IconAction
        label={`${common('actions.edit')}: ${integration.name}`}
        onClick={() => onEdit(integration)}
      >
        <EditIcon />
      </IconAction>
      <IconAction
        label={`${common('actions.delete')}: ${integration.name}`}
        onClick={() => onDelete(integration)}
      >
        <TrashIcon />
      </IconAction>
    </span>
  )
}

export const IntegrationTable = ({ integrations, ...handlers }: IntegrationListProps) => {
  const { t } = useTranslation('integrations')
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('columns.type')}</TableCell>
            <TableCell>{t('columns.id')}</TableCell>
            <TableCell>{t('columns.name')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {integrations.map((integration) => (
            <TableRow key={integration.id} hover>
              <TableCell>
                <ColorChip>{t(`type.${integration.type}`)}</ColorChip>
              </TableCell>
              <TableCell>{integration.id}</TableCell>
              <TableCell component="th" scope="row">
                {integration.name}
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions integration={integration} {...handlers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
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
