import { contactId, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { Contact, Identity } from '../../features/contacts/contact.store'

const MOVES = [
  'UPDATE contact_identities SET contact_id = $3 WHERE company_id = $1 AND contact_id = $2',
  'UPDATE contact_extra_info SET contact_id = $3 WHERE company_id = $1 AND contact_id = $2',
  'UPDATE ticket_notes SET contact_id = $3 WHERE company_id = $1 AND contact_id = $2',
]

/** Logs what `merged` is and has, enough to undo the merge, then moves everything but its tickets to `kept`. */
export async function moveToKept(tx: Tx, kept: Contact, merged: Contact, now: Date): Promise<void> {
  await execute(
    tx,
    `INSERT INTO contact_merges (company_id, kept_id, merged_id, merged, merged_at)
     SELECT $1, $2, $3, jsonb_build_object('contact', $4::jsonb,
       'uuid', (SELECT c.uuid FROM contacts c WHERE c.company_id = $1 AND c.id = $3),
       'identities', (SELECT jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value)) FROM contact_identities i WHERE i.company_id = $1 AND i.contact_id = $3),
       'extraInfo', (SELECT jsonb_agg(e.id) FROM contact_extra_info e WHERE e.company_id = $1 AND e.contact_id = $3),
       'notes', (SELECT jsonb_agg(n.id) FROM ticket_notes n WHERE n.company_id = $1 AND n.contact_id = $3),
       'tickets', (SELECT jsonb_agg(t.id) FROM tickets t WHERE t.company_id = $1 AND t.contact_id = $3)), $5`,
    [merged.companyId, kept.id, merged.id, JSON.stringify(merged), now],
  )
  for (const move of MOVES) await execute(tx, move, [merged.companyId, merged.id, kept.id])
}

/** What `moveToKept` wrote down. Lists are null when there was nothing of the kind. */
export interface MergeLog extends Record<string, unknown> {
  id: number
  merged_id: number
  merged: {
    contact: Omit<Contact, 'id' | 'companyId' | 'createdAt' | 'updatedAt'> & {
      createdAt: string
      updatedAt: string
    }
    /** Absent in merges from before contacts had one. */
    uuid?: string
    identities: Identity[] | null
    extraInfo: number[] | null
    notes: number[] | null
    tickets: number[] | null
  }
}

/** The last merge into `kept` that brought one of the identities and was not undone, locked. */
export async function lastMergeInto(
  tx: Tx,
  kept: Contact,
  identities: readonly Identity[],
): Promise<MergeLog | undefined> {
  const sql = `SELECT m.id, m.merged_id, m.merged FROM contact_merges m WHERE m.company_id = $1 AND m.kept_id = $2 AND m.undone_at IS NULL
    AND EXISTS (SELECT 1 FROM unnest($3::text[], $4::text[]) AS wanted (kind, value)
      WHERE m.merged->'identities' @> jsonb_build_array(jsonb_build_object('kind', wanted.kind, 'value', wanted.value)))
    ORDER BY m.id DESC LIMIT 1 FOR UPDATE`
  const values = [
    kept.companyId,
    kept.id,
    identities.map(({ kind }) => kind),
    identities.map(({ value }) => value),
  ]
  return (await query<MergeLog>(tx, sql, values))[0]
}

export const contactOfLog = (companyId: CompanyId, { merged_id, merged }: MergeLog): Contact => ({
  ...merged.contact,
  id: contactId(merged_id),
  companyId,
  createdAt: new Date(merged.contact.createdAt),
  updatedAt: new Date(merged.contact.updatedAt),
})

const RETURNS = [
  ['extraInfo', 'UPDATE contact_extra_info SET contact_id = $3'],
  ['notes', 'UPDATE ticket_notes SET contact_id = $3'],
] as const

/** Gives the merged contact, whose row is there again, what was moved from it and is still with `kept`; not its tickets. */
export async function undoMerge(tx: Tx, kept: Contact, log: MergeLog, now: Date): Promise<void> {
  const { companyId, id } = kept
  const identities = log.merged.identities ?? []
  await execute(
    tx,
    `UPDATE contact_identities i SET contact_id = $3 FROM unnest($4::text[], $5::text[]) AS own (kind, value)
     WHERE i.company_id = $1 AND i.contact_id = $2 AND i.kind = own.kind AND i.value = own.value`,
    [companyId, id, log.merged_id, identities.map(({ kind }) => kind), identities.map(({ value }) => value)],
  )
  if (log.merged.uuid !== undefined)
    await execute(tx, 'UPDATE contacts SET uuid = $3 WHERE company_id = $1 AND id = $2', [
      companyId,
      log.merged_id,
      log.merged.uuid,
    ])
  for (const [what, update] of RETURNS)
    await execute(tx, `${update} WHERE company_id = $1 AND contact_id = $2 AND id = ANY ($4::int[])`, [
      companyId,
      id,
      log.merged_id,
      log.merged[what] ?? [],
    ])
  await execute(tx, 'UPDATE contact_merges SET undone_at = $3 WHERE company_id = $1 AND id = $2', [
    companyId,
    log.id,
    now,
  ])
}
