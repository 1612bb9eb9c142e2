import { companyId, contactId } from '@balcao/contracts'
import type { ContactSnapshot } from '@balcao/contracts/wire'

import type { Contact } from '../../features/contacts/contact.store'

export interface ContactRow {
  id: number
  company_id: number
  name: string
  named_by: Contact['namedBy']
  number: string
  email: string
  picture_key: string
  is_group: boolean
  created_at: Date
  updated_at: Date
}

export interface ContactSnapshotRow extends ContactRow {
  extra_info: { id: number; name: string; value: string }[] | null
}

export const contactOf = (row: ContactRow): Contact => ({
  id: contactId(row.id),
  companyId: companyId(row.company_id),
  name: row.name,
  namedBy: row.named_by,
  number: row.number,
  email: row.email,
  pictureKey: row.picture_key,
  isGroup: row.is_group,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const SELECT_CONTACTS = `SELECT c.*,
  (SELECT json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value) ORDER BY e.id)
     FROM contact_extra_info e WHERE e.company_id = c.company_id AND e.contact_id = c.id) AS extra_info
  FROM contacts c`

export const contactSnapshotOf = (row: ContactSnapshotRow): ContactSnapshot => ({
  id: row.id,
  companyId: row.company_id,
  name: row.name,
  number: row.number,
  email: row.email,
  pictureKey: row.picture_key,
  isGroup: row.is_group,
  extraInfo: row.extra_info ?? [],
  updatedAt: row.updated_at,
  createdAt: row.created_at,
})
