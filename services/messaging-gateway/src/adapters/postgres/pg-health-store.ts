import { isErrorCode, type CompanyId, type ConnectionId, type ErrorCode } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query } from '@balcao/platform'

import type { HealthCounts, HealthStore } from '../../features/health/health.store'

const ENDS = `
  SELECT reason, count(*)::int AS count, max(ended_at) AS "lastAt" FROM session_ends
  WHERE company_id = $1 AND connection_id = $2 AND ended_at >= $3 GROUP BY reason ORDER BY count DESC, reason`

const REFUSED = `
  SELECT failure AS code, count(*)::int AS count, max(updated_at) AS "lastAt" FROM outbound
  WHERE company_id = $1 AND connection_id = $2 AND settled AND sending_at >= $3 AND state = 'FAILED'
  GROUP BY failure ORDER BY count DESC, failure`

const TROUBLES = `
  SELECT kind, count(*)::int AS count, max(happened_at) AS "lastAt" FROM session_troubles
  WHERE company_id = $1 AND connection_id = $2 AND happened_at >= $3 GROUP BY kind ORDER BY count DESC, kind`

const LAST_SENT = `
  SELECT sending_at AS at FROM outbound
  WHERE company_id = $1 AND connection_id = $2 AND settled AND sending_at IS NOT NULL AND state <> 'FAILED'
  ORDER BY sending_at DESC LIMIT 1`

const LAST_RECEIVED = `
  SELECT recorded_at AS at FROM inbound_messages
  WHERE company_id = $1 AND connection_id = $2 AND NOT from_me ORDER BY recorded_at DESC LIMIT 1`

/* Rows of older versions may carry a code that is gone. */
const knownCode = (code: string): ErrorCode => (isErrorCode(code) ? code : 'ERR_SENDING_WAPP_MSG')

/** Counts in Postgres, each over an index that begins with the connection. */
export class PgHealthStore implements HealthStore {
  async count(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, since: Date): Promise<HealthCounts> {
    const line = [companyId, connectionId]
    const ends = await query<HealthCounts['ends'][number]>(tx, ENDS, [...line, since])
    const refused = await query<{ code: string; count: number; lastAt: Date }>(tx, REFUSED, [...line, since])
    const troubles = await query<HealthCounts['troubles'][number]>(tx, TROUBLES, [...line, since])
    const [sent] = await query<{ at: Date }>(tx, LAST_SENT, line)
    const [received] = await query<{ at: Date }>(tx, LAST_RECEIVED, line)
    return {
      ends,
      refused: refused.map((row) => ({ ...row, code: knownCode(row.code) })),
      troubles,
      lastSentAt: sent?.at,
      lastReceivedAt: received?.at,
    }
  }
}
