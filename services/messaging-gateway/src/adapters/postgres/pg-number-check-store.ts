import type { CompanyId, ConnectionProvider } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { deleteRows, LessThan, query, sql } from '@balcao/platform'

import type { KnownNumber, NumberCheckStore } from '../../features/lookups/number-check.store'
import { jidOfAlias } from './alias-sql'
import { numberChecks, numberCheckTable } from './number-check-table'
import { repositoryOf } from './tables'

const KEY = ['companyId', 'provider', 'asked']

export class PgNumberCheckStore implements NumberCheckStore {
  find(
    tx: Tx,
    companyId: CompanyId,
    provider: ConnectionProvider,
    asked: string,
  ): Promise<KnownNumber | undefined> {
    return numberCheckTable.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND provider = ${provider} AND number = ${asked}`,
    )
  }

  async hasWritten(tx: Tx, companyId: CompanyId, number: string): Promise<boolean> {
    const rows = await query(
      tx,
      sql`SELECT 1 FROM conversation_aliases known
        JOIN conversation_aliases a ON a.company_id = known.company_id AND a.conversation_id = known.conversation_id
        JOIN conversations c ON c.company_id = a.company_id AND c.id = a.conversation_id
        JOIN inbound_messages m ON m.company_id = c.company_id AND m.connection_id = c.connection_id AND NOT m.from_me
          AND m.remote_jid = ${jidOfAlias('a.alias')}
        WHERE known.company_id = ${companyId} AND known.alias = ${`phone:${number}`}
          AND split_part(a.alias, ':', 1) IN ('phone', 'lid') LIMIT 1`,
    )
    return rows.length > 0
  }

  async save(
    tx: Tx,
    companyId: CompanyId,
    provider: ConnectionProvider,
    known: readonly KnownNumber[],
  ): Promise<void> {
    // Sorted: two transactions that write the same numbers lock them in the same order and cannot deadlock.
    for (const check of known.toSorted((a, b) => (a.asked < b.asked ? -1 : 1)))
      await repositoryOf(tx, numberChecks).upsert({ ...check, companyId, provider }, KEY)
  }

  async sweep(tx: Tx, checkedBefore: Date): Promise<void> {
    await deleteRows(repositoryOf(tx, numberChecks), { checkedAt: LessThan(checkedBefore) })
  }
}
