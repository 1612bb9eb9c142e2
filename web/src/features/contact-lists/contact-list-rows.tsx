import type { contactListSorts, ContactListView } from '@balcao/contracts'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'

import type { Sorting } from '../../lib/use-sort'
import '../../ui/list-table.css'
import { RecordActions } from '../../ui/record-actions'
import { RecordTable } from '../../ui/record-table'

export interface ContactListRowsProps {
  lists: ContactListView[]
  onEdit: (list: ContactListView) => void
  onDelete: (list: ContactListView) => void
  sorting: Sorting<(typeof contactListSorts)[number]> | undefined
}

type RowProps = Pick<ContactListRowsProps, 'onEdit' | 'onDelete'> & { list: ContactListView }

const Name = ({ list }: { list: ContactListView }) => (
  <Link component={RouterLink} to={`/contact-lists/${list.id}/contacts`} sx={{ fontWeight: 600 }}>
    {list.name}
  </Link>
)

const Actions = ({ list, onEdit, onDelete }: RowProps) => (
  <RecordActions name={list.name} onEdit={() => onEdit(list)} onDelete={() => onDelete(list)} />
)

export const ContactListTable = ({ lists, sorting, ...handlers }: ContactListRowsProps) => {
  const { t } = useTranslation('contactLists')
  return (
    <RecordTable
      records={lists}
      sorting={sorting}
      columns={[
        { head: t('columns.name'), sort: 'name', isRowHead: true, cell: (list) => <Name list={list} /> },
        {
          head: t('columns.contacts'),
          sort: 'contactsCount',
          align: 'right',
          cell: ({ contactsCount }) => contactsCount,
        },
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
