import type { CompanyId, ContactId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql, type Row, type Sql } from '@balcao/platform'

import type { FormerIdentity } from '../../features/contacts/contact.store'

const formerRows = (identities: readonly FormerIdentity[]): Sql => {
  const pick = (field: keyof FormerIdentity) => identities.map((identity) => identity[field])
  return sql`unnest(${pick('kind')}::text[], ${pick('value')}::text[], ${pick('number')}::text[])`
}

/** Takes these identities from the contact that has them, and remembers until when it had them. */
export async function leaveIdentities(
  tx: Tx,
  companyId: CompanyId,
  id: ContactId,
  { identities, leftAt }: { identities: readonly FormerIdentity[]; leftAt: Date },
): Promise<void> {
  await execute(
    tx,
    sql`WITH left_ones AS (
        DELETE FROM contact_identities i USING ${formerRows(identities)} AS named (kind, value, number)
        WHERE i.company_id = ${companyId} AND i.contact_id = ${id} AND i.kind = named.kind AND i.value = named.value
        RETURNING i.kind, i.value, named.number)
      INSERT INTO former_identities AS former (company_id, kind, value, contact_id, number, left_at)
      SELECT ${companyId}::int, kind, value, ${id}::bigint, number, ${leftAt}::timestamptz FROM left_ones
      ON CONFLICT (company_id, kind, value) DO UPDATE SET contact_id = excluded.contact_id, left_at = excluded.left_at,
        number = CASE WHEN excluded.number = '' THEN former.number ELSE excluded.number END`,
  )
}

/** What the contact was known by until the last time that it left something. */
export function listFormer(tx: Tx, companyId: CompanyId, id: ContactId): Promise<FormerIdentity[]> {
  return query<FormerIdentity & Row>(
    tx,
    sql`SELECT kind, value, number FROM former_identities WHERE company_id = ${companyId} AND contact_id = ${id}
      AND left_at = (SELECT max(left_at) FROM former_identities WHERE company_id = ${companyId} AND contact_id = ${id})
      ORDER BY kind, value`,
  )
}
