import { linksByCredentials, type ConnectionView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { formatShortDayTime } from '../../lib/format-date'
import { formatPhone } from '../../lib/format-phone'
import { simulatedPhonePath } from '../../lib/simulated-phone'
import { IconAction } from '../../ui/icon-action'
import {
  CheckIcon,
  EditIcon,
  FilesIcon,
  OfficialIcon,
  PhoneIcon,
  PulseIcon,
  SendQueueIcon,
  TrashIcon,
} from '../../ui/icons'
import '../../ui/list-table.css'
import { EndNote } from './end-note'
import { HoldNote } from './hold-note'
import { SessionButtons } from './session-buttons'
import { StatusLabel } from './status-label'

export interface ConnectionListProps {
  connections: ConnectionView[]
  /** Opens the dialog that links it: a QR code, or credentials. */
  onLink: (connection: ConnectionView) => void
  onShowHealth: (connection: ConnectionView) => void
  onShowLanes: (connection: ConnectionView) => void
  onShowTemplates: (connection: ConnectionView) => void
  /** Moves a linked number to the official API. */
  onMove: (connection: ConnectionView) => void
  onEdit: (connection: ConnectionView) => void
  onDelete: (connection: ConnectionView) => void
}

type RowProps = Omit<ConnectionListProps, 'connections'> & { connection: ConnectionView }

/* A real phone needs no word. */
const findKind = ({ capabilities }: ConnectionView) => {
  if (capabilities.isSimulated) return 'simulated'
  return linksByCredentials(capabilities) ? 'cloud' : undefined
}

const Name = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections')
  const kind = findKind(connection)
  const details = [connection.number ? formatPhone(connection.number) : '', kind ? t(`provider.${kind}`) : '']
  return (
    <span className="connection-name">
      <b>{connection.name}</b>
      <small>{details.filter(Boolean).join(' · ')}</small>
    </span>
  )
}

const Actions = ({
  connection,
  onShowHealth,
  onShowLanes,
  onShowTemplates,
  onMove,
  onEdit,
  onDelete,
}: RowProps) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  return (
    <span className="list-actions">
      {connection.capabilities.isSimulated ? (
        <IconAction
          label={t('openPhone')}
          onClick={() => window.open(simulatedPhonePath(connection.id), '_blank', 'noopener')}
        >
          <PhoneIcon />
        </IconAction>
      ) : null}
      <IconAction label={`${t('health.open')}: ${connection.name}`} onClick={() => onShowHealth(connection)}>
        <PulseIcon />
      </IconAction>
      <IconAction label={`${t('lanes.open')}: ${connection.name}`} onClick={() => onShowLanes(connection)}>
        <SendQueueIcon />
      </IconAction>
      {connection.capabilities.hasTemplates ? (
        <IconAction
          label={`${t('templates.open')}: ${connection.name}`}
          onClick={() => onShowTemplates(connection)}
        >
          <FilesIcon />
        </IconAction>
      ) : null}
      {linksByCredentials(connection.capabilities) ? null : (
        <IconAction label={`${t('move.open')}: ${connection.name}`} onClick={() => onMove(connection)}>
          <OfficialIcon />
        </IconAction>
      )}
      <IconAction label={`${common('actions.edit')}: ${connection.name}`} onClick={() => onEdit(connection)}>
        <EditIcon />
      </IconAction>
      <IconAction
        label={`${common('actions.delete')}: ${connection.name}`}
        onClick={() => onDelete(connection)}
      >
        <TrashIcon />
      </IconAction>
    </span>
  )
}

const DefaultMark = () => {
  const { t } = useTranslation('connections')
  return <CheckIcon titleAccess={t('columns.default')} sx={{ color: 'var(--green)' }} />
}

export const ConnectionTable = ({ connections, ...handlers }: ConnectionListProps) => {
  const { t } = useTranslation('connections')
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('columns.name')}</TableCell>
            <TableCell>{t('columns.status')}</TableCell>
            <TableCell>{t('columns.session')}</TableCell>
            <TableCell className="connection-updated">{t('columns.updated')}</TableCell>
            <TableCell align="center">{t('columns.default')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {connections.map((connection) => (
            <TableRow key={connection.id} hover>
              <TableCell component="th" scope="row">
                <Name connection={connection} />
              </TableCell>
              <TableCell>
                <StatusLabel connection={connection} />
                <EndNote connection={connection} />
                <HoldNote connection={connection} />
              </TableCell>
              <TableCell>
                <SessionButtons connection={connection} onLink={() => handlers.onLink(connection)} />
              </TableCell>
              <TableCell className="connection-updated" sx={{ whiteSpace: 'nowrap' }}>
                {formatShortDayTime(new Date(connection.updatedAt))}
              </TableCell>
              <TableCell align="center">{connection.isDefault ? <DefaultMark /> : null}</TableCell>
              <TableCell align="right">
                <Actions connection={connection} {...handlers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** Below 900 px: one card each. */
export const ConnectionCards = ({ connections, ...handlers }: ConnectionListProps) => {
  const { t } = useTranslation('connections')
  return (
    <ul className="list-cards">
      {connections.map((connection) => (
        <li key={connection.id} className="list-card">
          <div className="list-card__head">
            <Name connection={connection} />
            <StatusLabel connection={connection} />
          </div>
          <EndNote connection={connection} />
          <HoldNote connection={connection} />
          <SessionButtons connection={connection} onLink={() => handlers.onLink(connection)} />
          <div className="list-card__foot">
            <small>
              {connection.isDefault ? `${t('columns.default')} · ` : ''}
              {formatShortDayTime(new Date(connection.updatedAt))}
            </small>
            <Actions connection={connection} {...handlers} />
          </div>
        </li>
      ))}
    </ul>
  )
}
