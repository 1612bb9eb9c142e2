import { contactId, type CompanyId, type ContactId, type ContactMergeView } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, rawSql, sql, type Sql } from '@balcao/platform'

import type { ClosedByMerge, Contact, Identity } from '../../features/contacts/contact.store'
import { identityRows } from './identity-rows'

/* Tables whose rows move with their contact. */
const FOLLOWING = ['contact_identities', 'former_identities', 'contact_extra_info', 'ticket_notes'].map(
  rawSql,
)

/** Logs what `merged` is and has, enough to undo the merge, then moves everything but its tickets to `kept`. */
export async function moveToKept(
  tx: Tx,
  kept: Contact,
  merged: Contact,
  { now, closed }: { now: Date; closed: readonly ClosedByMerge[] },
): Promise<void> {
  const { companyId, id } = merged
  await execute(
    tx,
    sql`INSERT INTO contact_merges (company_id, kept_id, merged_id, merged, merged_at)
      SELECT c.company_id, ${kept.id}::bigint, c.id, jsonb_build_object('contact', ${JSON.stringify(merged)}::jsonb,
        'uuid', c.uuid, 'closed', ${JSON.stringify(closed)}::jsonb,
        'identities', (SELECT jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value)) FROM contact_identities i WHERE i.company_id = c.company_id AND i.contact_id = c.id),
        'extraInfo', (SELECT jsonb_agg(e.id) FROM contact_extra_info e WHERE e.company_id = c.company_id AND e.contact_id = c.id),
        'notes', (SELECT jsonb_agg(n.id) FROM ticket_notes n WHERE n.company_id = c.company_id AND n.contact_id = c.id),
        'tickets', (SELECT jsonb_agg(t.id) FROM tickets t WHERE t.company_id = c.company_id AND t.contact_id = c.id)), ${now}::timestamptz
      FROM contacts c WHERE c.company_id = ${companyId} AND c.id = ${id}`,
  )
  for (const table of FOLLOWING)
    await execute(
      tx,
      sql`UPDATE ${table} SET contact_id = ${kept.id} WHERE company_id = ${companyId} AND contact_id = ${id}`,
    )
}

/** What `moveToKept` logged. Lists are null when there was nothing of the kind. */
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
    /** Absent in merges from before tickets could be reopened by an undo. */
    closed?: { id: number; state: ClosedByMerge['state'] }[]
  }
}

/** The last merge of this contact into `kept`, neither undone nor older than `since`, locked. */
export async function findMerge(
  tx: Tx,
  kept: Contact,
  mergedId: ContactId,
  since: Date,
): Promise<MergeLog | undefined> {
  const [log] = await query<MergeLog>(
    tx,
    sql`SELECT m.id, m.merged_id, m.merged FROM contact_merges m
      WHERE m.company_id = ${kept.companyId} AND m.kept_id = ${kept.id} AND m.merged_id = ${mergedId}
        AND m.undone_at IS NULL AND m.merged_at >= ${since}
      ORDER BY m.id DESC LIMIT 1 FOR UPDATE`,
  )
  return log
}

/** Merges into this contact since then that were not undone, newest first, at most 100. */
export async function listMerges(
  tx: Tx,
  companyId: CompanyId,
  keptId: ContactId,
  since: Date,
): Promise<ContactMergeView[]> {
  const rows = await query<MergeLog & { merged_at: Date }>(
    tx,
    sql`SELECT id, merged_id, merged, merged_at FROM contact_merges
      WHERE company_id = ${companyId} AND kept_id = ${keptId} AND undone_at IS NULL AND merged_at >= ${since}
      ORDER BY id DESC LIMIT 100`,
  )
  return rows.map(({ merged_id: merged, merged: { contact }, merged_at: mergedAt }) => ({
    contactId: merged,
    name: contact.name,
    number: contact.number,
    mergedAt: mergedAt.toISOString(),
  }))
}

/** The contact and all that it was merged into, one after the other; only the last exists. */
export const currentIds = (companyId: CompanyId, id: ContactId): Sql =>
  sql`WITH RECURSIVE later (id) AS (SELECT ${id}::bigint UNION SELECT m.kept_id FROM later l
    JOIN contact_merges m ON m.company_id = ${companyId} AND m.merged_id = l.id AND m.undone_at IS NULL) SELECT id FROM later`

/** The last merge into `kept` that brought one of the identities and was not undone, locked. */
export async function lastMergeInto(
  tx: Tx,
  kept: Contact,
  identities: readonly Identity[],
): Promise<MergeLog | undefined> {
  const [log] = await query<MergeLog>(
    tx,
    sql`SELECT m.id, m.merged_id, m.merged FROM contact_merges m
      WHERE m.company_id = ${kept.companyId} AND m.kept_id = ${kept.id} AND m.undone_at IS NULL
        AND EXISTS (SELECT 1 FROM ${identityRows(identities)} AS wanted (kind, value)
          WHERE m.merged->'identities' @> jsonb_build_array(jsonb_build_object('kind', wanted.kind, 'value', wanted.value)))
      ORDER BY m.id DESC LIMIT 1 FOR UPDATE`,
  )
  return log
}

export const contactOfLog = (companyId: CompanyId, { merged_id, merged }: MergeLog): Contact => ({
  ...merged.contact,
  id: contactId(merged_id),
  companyId,
  createdAt: new Date(merged.contact.createdAt),
  updatedAt: new Date(merged.contact.updatedAt),
})

const RETURNING = [
  ['extraInfo', rawSql('contact_extra_info')],
  ['notes', rawSql('ticket_notes')],
] as const

/** Gives the merged contact, whose row is there again, what was moved from it and is still with `kept`; not its tickets. */
export async function undoMerge(tx: Tx, kept: Contact, log: MergeLog, now: Date): Promise<void> {
  const { companyId, id } = kept
  const { merged_id: mergedId, merged } = log
  await execute(
    tx,
    sql`UPDATE contact_identities i SET contact_id = ${mergedId} FROM ${identityRows(merged.identities ?? [])} AS own (kind, value)
      WHERE i.company_id = ${companyId} AND i.contact_id = ${id} AND i.kind = own.kind AND i.value = own.value`,
  )
  if (merged.uuid !== undefined)
    await execute(
      tx,
      sql`UPDATE contacts SET uuid = ${merged.uuid} WHERE company_id = ${companyId} AND id = ${mergedId}`,
    )
  for (const [what, table] of RETURNING)
    await execute(
      tx,
      sql`UPDATE ${table} SET contact_id = ${mergedId}
        WHERE company_id = ${companyId} AND contact_id = ${id} AND id = ANY (${merged[what] ?? []}::bigint[])`,
    )
  await execute(
    tx,
    sql`UPDATE contact_merges SET undone_at = ${now} WHERE company_id = ${companyId} AND id = ${log.id}`,
  )
}
