import { isErrorCode, type CompanyId, type ConnectionId, type ErrorCode } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query, sql, type Sql } from '@balcao/platform'

import type { HealthCounts, HealthStore } from '../../features/health/health.store'

/* Rows of older versions may have a code that no longer exists. */
const knownCode = (code: string): ErrorCode => (isErrorCode(code) ? code : 'ERR_SENDING_WAPP_MSG')

/** Each count uses an index that begins with the connection. */
export class PgHealthStore implements HealthStore {
  async count(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, since: Date): Promise<HealthCounts> {
    const line = sql`company_id = ${companyId} AND connection_id = ${connectionId}`
    const ends = await query<HealthCounts['ends'][number]>(
      tx,
      sql`SELECT reason, count(*)::int AS count, max(ended_at) AS "lastAt" FROM session_ends
        WHERE ${line} AND ended_at >= ${since} GROUP BY reason ORDER BY count DESC, reason`,
    )
    const refused = await query<{ code: string; count: number; lastAt: Date }>(
      tx,
      sql`SELECT failure AS code, count(*)::int AS count, max(updated_at) AS "lastAt" FROM outbound
        WHERE ${line} AND settled AND sending_at >= ${since} AND state = 'FAILED'
        GROUP BY failure ORDER BY count DESC, failure`,
    )
    const troubles = await query<HealthCounts['troubles'][number]>(
      tx,
      sql`SELECT kind, count(*)::int AS count, max(happened_at) AS "lastAt" FROM session_troubles
        WHERE ${line} AND happened_at >= ${since} GROUP BY kind ORDER BY count DESC, kind`,
    )
    return {
      ends,
      refused: refused.map((row) => ({ ...row, code: knownCode(row.code) })),
      troubles,
      lastSentAt: await this.findLastSentAt(tx, line),
      lastReceivedAt: await this.findLastReceivedAt(tx, line),
    }
  }

  private async findLastSentAt(tx: Tx, line: Sql): Promise<Date | undefined> {
    const [sent] = await query<{ at: Date }>(
      tx,
      sql`SELECT sending_at AS at FROM outbound
        WHERE ${line} AND settled AND sending_at IS NOT NULL AND state <> 'FAILED' ORDER BY sending_at DESC LIMIT 1`,
    )
    return sent?.at
  }

  private async findLastReceivedAt(tx: Tx, line: Sql): Promise<Date | undefined> {
    const [received] = await query<{ at: Date }>(
      tx,
      sql`SELECT recorded_at AS at FROM inbound_messages WHERE ${line} AND NOT from_me ORDER BY recorded_at DESC LIMIT 1`,
    )
    return received?.at
  }
}
