import type { ContactView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { can } from '../../lib/can'
import { formatPhone } from '../../lib/format-phone'
import { Avatar } from '../../ui/avatar'
import { IconAction } from '../../ui/icon-action'
import { ChatIcon, EditIcon, MergeIcon, TrashIcon } from '../../ui/icons'
import { useVisibleRows } from './use-visible-rows'
import '../../ui/list-table.css'
import './contacts-page.css'

export interface ContactListProps {
  contacts: ContactView[]
  onTalk: (contact: ContactView) => void
  onEdit: (contact: ContactView) => void
  onMerge: (contact: ContactView) => void
  onDelete: (contact: ContactView) => void
}

type RowProps = Omit<ContactListProps, 'contacts'> & { contact: ContactView }

/** The height of a table row in contacts-page.css. */
const ROW_HEIGHT_PX = 53

const Name = ({ contact }: { contact: ContactView }) => (
  <span className="contact-name">
    <Avatar name={contact.name} url={contact.profilePicUrl} size={36} />
    <b>{contact.name}</b>
  </span>
)

const PhoneNumber = ({ contact }: { contact: ContactView }) => {
  const { t } = useTranslation('contacts')
  if (contact.isGroup) return <>{t('group')}</>
  return <>{contact.number === '' ? t('noNumber') : formatPhone(contact.number)}</>
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

const Row = ({ contact, ...handlers }: RowProps) => (
  <TableRow hover>
    <TableCell component="th" scope="row">
      <Name contact={contact} />
    </TableCell>
    <TableCell className="contact-number">
      <PhoneNumber contact={contact} />
    </TableCell>
    <TableCell className="contact-email">{contact.email}</TableCell>
    <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
      <Actions contact={contact} {...handlers} />
    </TableCell>
  </TableRow>
)

/* Stands for rows that are not drawn. */
const Gap = ({ rows }: { rows: number }) =>
  rows > 0 ? <tr aria-hidden="true" style={{ height: rows * ROW_HEIGHT_PX }} /> : null

export const ContactTable = ({ contacts, ...handlers }: ContactListProps) => {
  const { t } = useTranslation('contacts')
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, end } = useVisibleRows(body, contacts.length, ROW_HEIGHT_PX)
  return (
    <div className="list-table contact-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('columns.name')}</TableCell>
            <TableCell>{t('columns.number')}</TableCell>
            <TableCell>{t('columns.email')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody ref={body}>
          <Gap rows={first} />
          {contacts.slice(first, end).map((contact) => (
            <Row key={contact.id} contact={contact} {...handlers} />
          ))}
          <Gap rows={contacts.length - end} />
        </TableBody>
      </Table>
    </div>
  )
}

/** Below 900 px: one card each; the browser draws only those near the screen. */
export const ContactCards = ({ contacts, ...handlers }: ContactListProps) => (
  <ul className="list-cards contact-cards">
    {contacts.map((contact) => (
      <li key={contact.id} className="list-card">
        <div className="list-card__head">
          <Name contact={contact} />
        </div>
        <div className="list-card__foot">
          <span className="contact-lines">
            <span className="contact-number">
              <PhoneNumber contact={contact} />
            </span>
            {contact.email ? <span className="contact-email">{contact.email}</span> : null}
          </span>
          <Actions contact={contact} {...handlers} />
        </div>
      </li>
    ))}
  </ul>
)
