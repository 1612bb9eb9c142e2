import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, integerSql, sql } from '@balcao/platform'

import type { SessionEnded, SessionEndStore } from '../../features/sessions/session-ends.store'
import { sessionEnds } from './session-end-table'

const MOST_LISTED = integerSql(10_000)

export class PgSessionEndStore implements SessionEndStore {
  async add(tx: Tx, companyId: CompanyId, ended: SessionEnded): Promise<void> {
    await execute(tx, sessionEnds.insertion({ ...ended, companyId }))
  }

  listSince(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, since: Date): Promise<SessionEnded[]> {
    return sessionEnds.find(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND ended_at >= ${since}
        ORDER BY id LIMIT ${MOST_LISTED}`,
    )
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await execute(tx, sql`DELETE FROM session_ends WHERE ended_at < ${before}`)
  }
}
