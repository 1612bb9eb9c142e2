import { companyId, contactId } from '@balcao/contracts'
import { foldText } from '@balcao/kernel'
import { column, fixed, generated, tableOf } from '@balcao/platform'

import type { Contact } from '../../features/contacts/contact.store'

export type StoredContact = Contact & { uuid: string }

export const contacts = tableOf<StoredContact>()(
  'contacts',
  {
    id: generated(column.bigint('id', contactId)),
    uuid: generated(column.uuid('uuid')),
    companyId: fixed(column.int('company_id', companyId)),
    name: column.text('name'),
    namedBy: column.text('named_by'),
    number: column.text('number'),
    email: column.text('email'),
    pictureKey: column.text('picture_key'),
    isGroup: fixed(column.bool('is_group')),
    createdAt: fixed(column.time('created_at')),
    updatedAt: column.time('updated_at'),
  },
  { derived: { name_key: { type: 'text', from: ({ name }) => foldText(name) } } },
)
