import type { contactSorts, ContactView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { can } from '../../lib/can'
import { formatDay } from '../../lib/format-date'
import { formatPhone } from '../../lib/format-phone'
import type { Sorting } from '../../lib/use-sort'
import { AvatarButton } from '../../ui/avatar-button'
import { IconAction } from '../../ui/icon-action'
import { ChatIcon, EditIcon, MergeIcon, TrashIcon } from '../../ui/icons'
import { RecordCards } from '../../ui/record-cards'
import type { RecordSelection } from '../../ui/record-select'
import { RecordTable } from '../../ui/record-table'
import './contacts-page.css'

export interface ContactListProps {
  contacts: ContactView[]
  sorting: Sorting<(typeof contactSorts)[number]> | undefined
  onTalk: (contact: ContactView) => void
  onEdit: (contact: ContactView) => void
  onMerge: (contact: ContactView) => void
  onDelete: (contact: ContactView) => void
  selection?: RecordSelection<ContactView> | undefined
}

type RowProps = Omit<ContactListProps, 'contacts' | 'sorting' | 'selection'> & { contact: ContactView }

const Name = ({ contact }: { contact: ContactView }) => (
  <span className="contact-name">
    <AvatarButton name={contact.name} url={contact.profilePicUrl} size={36} />
    <b>{formatPhone(contact.name)}</b>
  </span>
)

const PhoneNumber = ({ contact }: { contact: ContactView }) => {
  const { t } = useTranslation('contacts')
  const number = contact.number === '' ? t('noNumber') : formatPhone(contact.number)
  return <span className="contact-number">{contact.isGroup ? t('group') : number}</span>
}

const Actions = ({ contact, onTalk, onEdit, onMerge, onDelete }: RowProps) => {
  const { t } = useTranslation('contacts')
  const me = useMe()
  const mayDelete = can(me, 'contacts-page:deleteContact')
  const mayMerge = can(me, 'contacts-page:mergeContact') && !contact.isGroup
  return (
    <span className="list-actions">
      <IconAction label={`${t('actions.talk')}: ${contact.name}`} onClick={() => onTalk(contact)}>
        <ChatIcon />
      </IconAction>
      <IconAction label={`${t('actions.edit')}: ${contact.name}`} onClick={() => onEdit(contact)}>
        <EditIcon />
      </IconAction>
      {mayMerge ? (
        <IconAction label={`${t('actions.merge')}: ${contact.name}`} onClick={() => onMerge(contact)}>
          <MergeIcon />
        </IconAction>
      ) : null}
      {mayDelete ? (
        <IconAction label={`${t('actions.delete')}: ${contact.name}`} onClick={() => onDelete(contact)}>
          <TrashIcon />
        </IconAction>
      ) : null}
    </span>
  )
}

export const ContactTable = ({ contacts, sorting, selection, ...handlers }: ContactListProps) => {
  const { t } = useTranslation('contacts')
  return (
    <RecordTable
      className="contact-table"
      records={contacts}
      sorting={sorting}
      selection={selection}
      columns={[
        {
          head: t('columns.name'),
          sort: 'name',
          isRowHead: true,
          cell: (contact) => <Name contact={contact} />,
        },
        { head: t('columns.number'), cell: (contact) => <PhoneNumber contact={contact} /> },
        { head: t('columns.email'), cell: ({ email }) => <span className="contact-email">{email}</span> },
        {
          head: t('columns.createdAt'),
          sort: 'createdAt',
          isOneLine: true,
          cell: ({ createdAt }) => formatDay(new Date(createdAt)),
        },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (contact) => <Actions contact={contact} {...handlers} />,
        },
      ]}
    />
  )
}

/** Below 900 px: one card each; the browser draws only those near the screen. */
export const ContactCards = ({ contacts, selection, ...handlers }: ContactListProps) => (
  <RecordCards records={contacts} selection={selection} className="contact-cards">
    {(contact) => (
      <>
        <div className="list-card__head">
          <Name contact={contact} />
        </div>
        <div className="list-card__foot">
          <span className="contact-lines">
            <PhoneNumber contact={contact} />
            {contact.email ? <span className="contact-email">{contact.email}</span> : null}
          </span>
          <Actions contact={contact} {...handlers} />
        </div>
      </>
    )}
  </RecordCards>
)
