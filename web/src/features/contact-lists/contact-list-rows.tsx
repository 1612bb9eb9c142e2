import type { ContactListView } from '@balcao/contracts'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'

import { IconAction } from '../../ui/icon-action'
import { EditIcon, TrashIcon } from '../../ui/icons'
import '../../ui/list-table.css'

export interface ContactListRowsProps {
  lists: ContactListView[]
  onEdit: (list: ContactListView) => void
  onDelete: (list: ContactListView) => void
}

type RowProps = Omit<ContactListRowsProps, 'lists'> & { list: ContactListView }

const Name = ({ list }: { list: ContactListView }) => (
  <Link component={RouterLink} to={`/contact-lists/${list.id}/contacts`} sx={{ fontWeight: 600 }}>
    {list.name}
  </Link>
)

const Actions = ({ list, onEdit, onDelete }: RowProps) => {
  const { t } = useTranslation()
  return (
    <span className="list-actions">
      <IconAction label={`${t('actions.edit')}: ${list.name}`} onClick={() => onEdit(list)}>
        <EditIcon />
      </IconAction>
      <IconAction label={`${t('actions.delete')}: ${list.name}`} onClick={() => onDelete(list)}>
        <TrashIcon />
      </IconAction>
    </span>
  )
}

export const ContactListTable = ({ lists, ...handlers }: ContactListRowsProps) => {
  const { t } = useTranslation('contactLists')
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('columns.name')}</TableCell>
            <TableCell align="right">{t('columns.contacts')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {lists.map((list) => (
            <TableRow key={list.id} hover>
              <TableCell component="th" scope="row">
                <Name list={list} />
              </TableCell>
              <TableCell align="right">{list.contactsCount}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions list={list} {...handlers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** Below 900 px: one card each. */
export const ContactListCards = ({ lists, ...handlers }: ContactListRowsProps) => {
  const { t } = useTranslation('contactLists')
  return (
    <ul className="list-cards">
      {lists.map((list) => (
        <li key={list.id} className="list-card">
          <div className="list-card__head">
            <Name list={list} />
          </div>
          <div className="list-card__foot">
            <span>{t('contactsCount', { count: list.contactsCount })}</span>
            <Actions list={list} {...handlers} />
          </div>
        </li>
      ))}
    </ul>
  )
}
