import type { ContactListView } from '@balcao/contracts'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'

import '../../ui/list-table.css'
import { RecordActions } from '../../ui/record-actions'
import { RecordTable } from '../../ui/record-table'

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

const Actions = ({ list, onEdit, onDelete }: RowProps) => (
  <RecordActions name={list.name} onEdit={() => onEdit(list)} onDelete={() => onDelete(list)} />
)

export const ContactListTable = ({ lists, ...handlers }: ContactListRowsProps) => {
  const { t } = useTranslation('contactLists')
  return (
    <RecordTable
      records={lists}
      columns={[
        { head: t('columns.name'), isRowHead: true, cell: (list) => <Name list={list} /> },
        { head: t('columns.contacts'), align: 'right', cell: ({ contactsCount }) => contactsCount },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (list) => <Actions list={list} {...handlers} />,
        },
      ]}
    />
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
