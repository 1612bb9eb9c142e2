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

  async hasWritten(tx: Tx, companyId: CompanyId, number: string): Promise<boolean> {
    const rows = await query(
      tx,
      `SELECT 1 FROM conversation_aliases known
       JOIN conversation_aliases a ON a.company_id = $1 AND a.conversation_id = known.conversation_id
       JOIN conversations c ON c.company_id = $1 AND c.id = a.conversation_id
       JOIN inbound_messages m ON m.company_id = $1 AND m.connection_id = c.connection_id AND NOT m.from_me
         AND m.remote_jid = CASE split_part(a.alias, ':', 1) WHEN 'phone' THEN substr(a.alias, 7) || '@s.whatsapp.net'
           ELSE substr(a.alias, 5) || '@lid' END
       WHERE known.company_id = $1 AND known.alias = $2 AND split_part(a.alias, ':', 1) IN ('phone', 'lid') LIMIT 1`,
      [companyId, `phone:${number}`],
    )
    return rows.length > 0
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
