import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { SessionEnded, SessionEndStore } from '../../features/sessions/session-ends.store'

/** Ends of sessions in Postgres. */
export class PgSessionEndStore implements SessionEndStore {
  async add(tx: Tx, companyId: CompanyId, { connectionId, reason, at }: SessionEnded): Promise<void> {
    await execute(
      tx,
      `INSERT INTO session_ends (company_id, connection_id, reason, ended_at) VALUES ($1, $2, $3, $4)`,
      [companyId, connectionId, reason, at],
    )
  }

  listSince(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, since: Date): Promise<SessionEnded[]> {
    return query<SessionEnded>(
      tx,
      `SELECT connection_id AS "connectionId", reason, ended_at AS at FROM session_ends
       WHERE company_id = $1 AND connection_id = $2 AND ended_at >= $3 ORDER BY id LIMIT 10000`,
      [companyId, connectionId, since],
    )
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await execute(tx, `DELETE FROM session_ends WHERE ended_at < $1`, [before])
  }
}
