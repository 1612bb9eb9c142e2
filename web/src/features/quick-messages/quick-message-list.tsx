import type { QuickMessageView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { can, canAsOwner } from '../../lib/can'
import { ColorChip } from '../../ui/color-chip'
import { IconAction } from '../../ui/icon-action'
import { EditIcon, TrashIcon } from '../../ui/icons'
import '../../ui/list-table.css'
import './quick-messages.css'

export interface QuickMessageListProps {
  quickMessages: QuickMessageView[]
  onEdit: (quickMessage: QuickMessageView) => void
  onDelete: (quickMessage: QuickMessageView) => void
}

type RowProps = Omit<QuickMessageListProps, 'quickMessages'> & { quickMessage: QuickMessageView }

const Shortcode = ({ quickMessage: { shortcode, geral, status } }: { quickMessage: QuickMessageView }) => {
  const { t } = useTranslation('quickMessages')
  return (
    <span className="list-chips">
      <b>/{shortcode}</b>
      {geral ? <ColorChip>{t('company')}</ColorChip> : null}
      {status ? null : <ColorChip>{t('inactive')}</ColorChip>}
    </span>
  )
}

const Actions = ({ quickMessage, onEdit, onDelete }: RowProps) => {
  const { t: common } = useTranslation()
  const me = useMe()
  const mayChange = canAsOwner(me, quickMessage.userId) || can(me, 'quick-messages:editCompany')
  return (
    <span className="list-actions">
      <IconAction
        label={`${common('actions.edit')}: ${quickMessage.shortcode}`}
        disabled={!mayChange}
        onClick={() => onEdit(quickMessage)}
      >
        <EditIcon />
      </IconAction>
      <IconAction
        label={`${common('actions.delete')}: ${quickMessage.shortcode}`}
        disabled={!mayChange}
        onClick={() => onDelete(quickMessage)}
      >
        <TrashIcon />
      </IconAction>
    </span>
  )
}

const File = ({ quickMessage: { media } }: { quickMessage: QuickMessageView }) =>
  media ? (
    <a href={media.url} target="_blank" rel="noopener noreferrer" className="quick-message-file">
      {media.name}
    </a>
  ) : null

export const QuickMessageTable = ({ quickMessages, ...handlers }: QuickMessageListProps) => {
  const { t } = useTranslation('quickMessages')
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('columns.shortcode')}</TableCell>
            <TableCell>{t('columns.message')}</TableCell>
            <TableCell>{t('columns.file')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {quickMessages.map((quickMessage) => (
            <TableRow key={quickMessage.id} hover>
              <TableCell component="th" scope="row">
                <Shortcode quickMessage={quickMessage} />
              </TableCell>
              <TableCell>
                <span className="quick-message-text">{quickMessage.message}</span>
              </TableCell>
              <TableCell>
                <File quickMessage={quickMessage} />
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions quickMessage={quickMessage} {...handlers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** Below 900 px: one card each. */
export const QuickMessageCards = ({ quickMessages, ...handlers }: QuickMessageListProps) => (
  <ul className="list-cards">
    {quickMessages.map((quickMessage) => (
      <li key={quickMessage.id} className="list-card">
        <Shortcode quickMessage={quickMessage} />
        <span className="quick-message-text">{quickMessage.message}</span>
        <div className="list-card__foot">
          <File quickMessage={quickMessage} />
          <Actions quickMessage={quickMessage} {...handlers} />
        </div>
      </li>
    ))}
  </ul>
)
