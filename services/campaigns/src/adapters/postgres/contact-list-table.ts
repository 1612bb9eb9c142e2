import { companyId, contactListId, contactListItemId } from '@balcao/contracts'
import { foldText } from '@balcao/kernel'
import { column, entityOf, fixed, generated, orNull } from '@balcao/platform'

import {
  toNumberKey,
  validities,
  type ContactListItem,
  type Validity,
} from '../../features/contact-lists/contact-list-item.store'
import type { ContactList } from '../../features/contact-lists/contact-list.store'

const toValidity = (stored: string): Validity => validities.find((known) => known === stored) ?? 'unknown'

export const contactLists = entityOf<ContactList>()(
  'contact_lists',
  {
    id: generated(column.int('id', contactListId)),
    companyId: fixed(column.int('company_id', companyId)),
    name: column.text('name'),
    contactsCount: column.int('contacts_count'),
    createdAt: fixed(column.time('created_at')),
    updatedAt: column.time('updated_at'),
  },
  { derived: { search_text: { type: 'text', from: ({ name }) => foldText(name) } } },
)

export const contactListItems = entityOf<ContactListItem>()(
  'contact_list_items',
  {
    id: generated(column.bigint('id', contactListItemId)),
    companyId: fixed(column.int('company_id', companyId)),
    contactListId: fixed(column.int('contact_list_id', contactListId)),
    name: column.text('name'),
    number: column.text('number'),
    email: column.text('email'),
    validity: column.text('validity', toValidity),
    checkAt: orNull(column.time('check_at')),
    createdAt: fixed(column.time('created_at')),
    updatedAt: column.time('updated_at'),
  },
  {
    derived: {
      number_key: { type: 'text', from: ({ number }) => toNumberKey(number) },
      search_text: { type: 'text', from: ({ name, number }) => foldText(`${name}\n${number}`) },
    },
  },
)
