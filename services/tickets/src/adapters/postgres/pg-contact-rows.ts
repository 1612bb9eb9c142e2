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
  uuid: string
  connection: { id: number; name: string } | null
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
     FROM contact_extra_info e WHERE e.company_id = c.company_id AND e.contact_id = c.id) AS extra_info,
  (SELECT json_build_object('id', t.connection_id, 'name', coalesce(w.name, ''))
     FROM tickets t LEFT JOIN connections w ON w.company_id = t.company_id AND w.id = t.connection_id
    WHERE t.company_id = c.company_id AND t.contact_id = c.id
    ORDER BY t.updated_at DESC, t.id DESC LIMIT 1) AS connection
  FROM contacts c`

export const contactSnapshotOf = (row: ContactSnapshotRow): ContactSnapshot => ({
  id: row.id,
  uuid: row.uuid,
  companyId: row.company_id,
  name: row.name,
  number: row.number,
  email: row.email,
  pictureKey: row.picture_key,
  isGroup: row.is_group,
  extraInfo: row.extra_info ?? [],
  connection: row.connection ?? undefined,
  updatedAt: row.updated_at,
  createdAt: row.created_at,
})
