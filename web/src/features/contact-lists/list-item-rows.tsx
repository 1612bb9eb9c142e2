import type { ContactListItemView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { formatPhone } from '../../lib/format-phone'
import { ColorChip } from '../../ui/color-chip'
import { IconAction } from '../../ui/icon-action'
import { CheckIcon, CloseIcon, EditIcon, TrashIcon } from '../../ui/icons'
import '../../ui/list-table.css'
import './contact-lists.css'

export interface ListItemRowsProps {
  items: ContactListItemView[]
  onEdit: (item: ContactListItemView) => void
  onDelete: (item: ContactListItemView) => void
}

type RowProps = Omit<ListItemRowsProps, 'items'> & { item: ContactListItemView }

/** Whether the number is on WhatsApp: an icon with its words, never a colour alone. */
const Validity = ({ item: { isWhatsappValid } }: { item: ContactListItemView }) => {
  const { t } = useTranslation('contactLists')
  if (isWhatsappValid === null) return <ColorChip>{t('validity.pending')}</ColorChip>
  return (
    <span className={isWhatsappValid ? 'validity validity--valid' : 'validity validity--invalid'}>
      {isWhatsappValid ? <CheckIcon fontSize="small" /> : <CloseIcon fontSize="small" />}
      {t(isWhatsappValid ? 'validity.valid' : 'validity.invalid')}
    </span>
  )
}

const Actions = ({ item, onEdit, onDelete }: RowProps) => {
  const { t } = useTranslation()
  return (
    <span className="list-actions">
      <IconAction label={`${t('actions.edit')}: ${item.name}`} onClick={() => onEdit(item)}>
        <EditIcon />
      </IconAction>
      <IconAction label={`${t('actions.delete')}: ${item.name}`} onClick={() => onDelete(item)}>
        <TrashIcon />
      </IconAction>
    </span>
  )
}

export const ListItemTable = ({ items, ...handlers }: ListItemRowsProps) => {
  const { t } = useTranslation('contactLists')
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('columns.name')}</TableCell>
            <TableCell>{t('columns.number')}</TableCell>
            <TableCell>{t('columns.valid')}</TableCell>
            <TableCell>{t('columns.email')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <TableRow key={item.id} hover>
              <TableCell component="th" scope="row">
                {item.name}
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatPhone(item.number)}</TableCell>
              <TableCell>
                <Validity item={item} />
              </TableCell>
              <TableCell>{item.email}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions item={item} {...handlers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** Below 900 px: one card each. */
export const ListItemCards = ({ items, ...handlers }: ListItemRowsProps) => (
  <ul className="list-cards">
    {items.map((item) => (
      <li key={item.id} className="list-card">
        <div className="list-card__head">
          <b>{item.name}</b>
          <Validity item={item} />
        </div>
        <div className="list-card__foot">
          <span>{formatPhone(item.number)}</span>
          <Actions item={item} {...handlers} />
        </div>
      </li>
    ))}
  </ul>
)
