import type { CompanyId, ConnectionProvider } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { KnownNumber, NumberCheckStore } from '../../features/lookups/number-check.store'

/** Number checks in Postgres. */
export class PgNumberCheckStore implements NumberCheckStore {
  async find(
    tx: Tx,
    companyId: CompanyId,
    provider: ConnectionProvider,
    asked: string,
  ): Promise<KnownNumber | undefined> {
    const [row] = await query<{ is_there: boolean; canonical: string; checked_at: Date }>(
      tx,
      `SELECT is_there, canonical, checked_at FROM number_checks WHERE company_id = $1 AND provider = $2 AND number = $3`,
      [companyId, provider, asked],
    )
    return row && { asked, exists: row.is_there, number: row.canonical, checkedAt: row.checked_at }
  }

  async save(
    tx: Tx,
    companyId: CompanyId,
    provider: ConnectionProvider,
    known: readonly KnownNumber[],
  ): Promise<void> {
    // In one order everywhere: two writers of the same numbers wait for each other instead of locking crosswise.
    for (const { asked, exists, number, checkedAt } of known.toSorted((a, b) =>
      a.asked < b.asked ? -1 : 1,
    )) {
      await execute(
        tx,
        `INSERT INTO number_checks (company_id, provider, number, is_there, canonical, checked_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (company_id, provider, number)
         DO UPDATE SET is_there = excluded.is_there, canonical = excluded.canonical, checked_at = excluded.checked_at`,
        [companyId, provider, asked, exists, number, checkedAt],
      )
    }
  }

  async sweep(tx: Tx, checkedBefore: Date): Promise<void> {
    await execute(tx, `DELETE FROM number_checks WHERE checked_at < $1`, [checkedBefore])
  }
}
