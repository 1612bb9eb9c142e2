import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { noSql, query, sql, type Row, type Sql } from '@balcao/platform'

import type { Identity, KnownIdentity } from '../../features/contacts/contact.store'
import { contacts } from './contact-table'
import { identityRows } from './identity-rows'

/* @param others rows of `contact_id, left_at` besides the contact that has the identity `wanted` now. */
async function list(
  tx: Tx,
  companyId: CompanyId,
  identities: readonly Identity[],
  others: Sql,
): Promise<KnownIdentity[]> {
  const rows = await query<Row & { identity_kind: Identity['kind']; identity_value: string; was: boolean }>(
    tx,
    sql`SELECT ${contacts.columnsOf('c')}, wanted.kind AS identity_kind, wanted.value AS identity_value, i.left_at IS NOT NULL AS was
      FROM ${identityRows(identities)} WITH ORDINALITY AS wanted (kind, value, position)
      CROSS JOIN LATERAL (SELECT n.contact_id, NULL::timestamptz AS left_at FROM contact_identities n
        WHERE n.company_id = ${companyId} AND n.kind = wanted.kind AND n.value = wanted.value ${others}) i
      JOIN contacts c ON c.company_id = ${companyId} AND c.id = i.contact_id
      ORDER BY i.left_at DESC NULLS FIRST, wanted.position`,
  )
  return rows.map((row) => ({
    contact: contacts.read(row),
    identity: { kind: row.identity_kind, value: row.identity_value },
    ...(row.was && { isFormer: true as const }),
  }))
}

/** The identities that belong to a contact, with the contact; in the given order. */
export const listKnown = (
  tx: Tx,
  companyId: CompanyId,
  identities: readonly Identity[],
): Promise<KnownIdentity[]> => list(tx, companyId, identities, noSql)

/** The same, or else those that belonged to one at that time and no longer do, the last ones first. */
export async function listWriters(
  tx: Tx,
  companyId: CompanyId,
  identities: readonly Identity[],
  writtenAt: Date,
): Promise<KnownIdentity[]> {
  const known = await list(
    tx,
    companyId,
    identities,
    sql`UNION ALL SELECT f.contact_id, f.left_at FROM former_identities f
      WHERE f.company_id = ${companyId} AND f.kind = wanted.kind AND f.value = wanted.value AND f.left_at >= ${writtenAt}`,
  )
  const present = known.filter(({ isFormer }) => !isFormer)
  return present.length > 0 ? present : known
}
