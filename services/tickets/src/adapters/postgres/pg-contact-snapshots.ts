import type { ContactSnapshot } from '@balcao/contracts/wire'
import { sql, type Row } from '@balcao/platform'

import { contacts, type StoredContact } from './contact-table'

export interface ExtraInfoRow {
  id: number
  name: string
  value: string
}

interface RelationsRow {
  connection: { id: number; name: string } | null
  extra_info: ExtraInfoRow[] | null
}

/** Everything a snapshot of the contact `c` needs; a WHERE follows. */
export const contactSnapshots = sql`SELECT ${contacts.columnsOf('c')},
  (SELECT json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value) ORDER BY e.id)
     FROM contact_extra_info e WHERE e.company_id = c.company_id AND e.contact_id = c.id) AS extra_info,
  (SELECT json_build_object('id', t.connection_id, 'name', coalesce(w.name, ''))
     FROM tickets t LEFT JOIN connections w ON w.company_id = t.company_id AND w.id = t.connection_id
    WHERE t.company_id = c.company_id AND t.contact_id = c.id
    ORDER BY t.updated_at DESC, t.id DESC LIMIT 1) AS connection
  FROM contacts c`

export const buildContactSnapshot = (
  contact: StoredContact,
  extraInfo: readonly ExtraInfoRow[] | null,
  connection: RelationsRow['connection'],
): ContactSnapshot => ({
  id: contact.id,
  uuid: contact.uuid,
  companyId: contact.companyId,
  name: contact.name,
  number: contact.number,
  email: contact.email,
  pictureKey: contact.pictureKey,
  isGroup: contact.isGroup,
  extraInfo: [...(extraInfo ?? [])],
  connection: connection ?? undefined,
  updatedAt: contact.updatedAt,
  createdAt: contact.createdAt,
})

/** A row of `contactSnapshots` as events and answers carry it. */
export function mapContactSnapshotRow(row: Row): ContactSnapshot {
  const { extra_info: extraInfo, connection } = row as Row & RelationsRow
  return buildContactSnapshot(contacts.read(row), extraInfo, connection)
}
