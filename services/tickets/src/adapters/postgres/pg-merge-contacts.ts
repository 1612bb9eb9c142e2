import type { Tx } from '@balcao/kernel'
import { execute } from '@balcao/platform'

import type { Contact } from '../../features/contacts/contact.store'

const MOVES = [
  'UPDATE contact_identities SET contact_id = $3 WHERE company_id = $1 AND contact_id = $2',
  'UPDATE contact_extra_info SET contact_id = $3 WHERE company_id = $1 AND contact_id = $2',
  'UPDATE ticket_notes SET contact_id = $3 WHERE company_id = $1 AND contact_id = $2',
  'UPDATE tickets SET contact_id = $3, version = version + 1 WHERE company_id = $1 AND contact_id = $2',
]

/** Logs what `merged` was and had, enough to undo it by hand, then moves everything to `kept` and deletes it. */
export async function mergeContacts(tx: Tx, kept: Contact, merged: Contact, now: Date): Promise<void> {
  await execute(
    tx,
    `INSERT INTO contact_merges (company_id, kept_id, merged_id, merged, merged_at)
     SELECT $1, $2, $3, jsonb_build_object('contact', $4::jsonb,
       'identities', (SELECT jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value)) FROM contact_identities i WHERE i.company_id = $1 AND i.contact_id = $3),
       'extraInfo', (SELECT jsonb_agg(e.id) FROM contact_extra_info e WHERE e.company_id = $1 AND e.contact_id = $3),
       'notes', (SELECT jsonb_agg(n.id) FROM ticket_notes n WHERE n.company_id = $1 AND n.contact_id = $3),
       'tickets', (SELECT jsonb_agg(t.id) FROM tickets t WHERE t.company_id = $1 AND t.contact_id = $3)), $5`,
    [merged.companyId, kept.id, merged.id, JSON.stringify(merged), now],
  )
  for (const move of MOVES) await execute(tx, move, [merged.companyId, merged.id, kept.id])
  await execute(tx, 'DELETE FROM contacts WHERE company_id = $1 AND id = $2', [merged.companyId, merged.id])
}
