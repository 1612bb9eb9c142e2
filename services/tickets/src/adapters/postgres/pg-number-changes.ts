import { userId, type CompanyId, type ContactId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type { NumberChange } from '../../features/contacts/contact.store'

export async function logNumberChange(
  tx: Tx,
  companyId: CompanyId,
  id: ContactId,
  change: NumberChange,
): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO contact_number_changes (company_id, contact_id, user_id, by_administrator, changed_at)
      VALUES (${companyId}, ${id}, ${change.userId}, ${change.isByAdministrator}, ${change.changedAt})
      ON CONFLICT (company_id, contact_id) DO UPDATE
        SET user_id = excluded.user_id, by_administrator = excluded.by_administrator, changed_at = excluded.changed_at`,
  )
}

export async function findNumberChange(
  tx: Tx,
  companyId: CompanyId,
  id: ContactId,
): Promise<NumberChange | undefined> {
  const [row] = await query<{ user_id: number; by_administrator: boolean; changed_at: Date }>(
    tx,
    sql`SELECT user_id, by_administrator, changed_at FROM contact_number_changes
      WHERE company_id = ${companyId} AND contact_id = ${id}`,
  )
  return (
    row && {
      userId: userId(row.user_id),
      isByAdministrator: row.by_administrator,
      changedAt: row.changed_at,
    }
  )
}
