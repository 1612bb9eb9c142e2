import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql, type Row } from '@balcao/platform'

import type {
  GatewayProcess,
  ProcessStore,
  SeenProcess,
  SessionLocation,
} from '../../features/sharding/process.store'
import { processes } from './process-table'

/** Processes that have sent a heartbeat within the time limit. */
export class PgProcessStore implements ProcessStore {
  async beat(tx: Tx, self: GatewayProcess, forgetAfterMs: number): Promise<void> {
    await execute(
      tx,
      sql`WITH forgotten AS (
          DELETE FROM gateway_processes
          WHERE seen_at < clock_timestamp() - ${forgetAfterMs} * interval '1 ms' AND owner <> ${self.owner}
        )
        ${processes.insertion(self)}
        ON CONFLICT (owner) DO UPDATE SET ${processes.excluded}, seen_at = clock_timestamp()`,
    )
  }

  async listAlive(tx: Tx, aliveForMs: number): Promise<SeenProcess[]> {
    const rows = await query<Row & { silent_ms: number }>(
      tx,
      sql`SELECT ${processes.columns}, (extract(epoch FROM clock_timestamp() - seen_at) * 1000)::float8 AS silent_ms FROM gateway_processes
        WHERE seen_at > clock_timestamp() - ${aliveForMs} * interval '1 ms' ORDER BY owner`,
    )
    return rows.map((row) => ({ ...processes.read(row), silentMs: row.silent_ms }))
  }

  async dropSilent(tx: Tx, owner: string, silentMs: number): Promise<boolean> {
    const dropped = await execute(
      tx,
      sql`DELETE FROM gateway_processes
        WHERE owner = ${owner} AND seen_at <= clock_timestamp() - ${silentMs} * interval '1 ms'`,
    )
    return dropped === 1
  }

  async leave(tx: Tx, owner: string): Promise<void> {
    await execute(tx, sql`DELETE FROM gateway_processes WHERE owner = ${owner}`)
  }

  async find(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<SessionLocation | undefined> {
    const [found] = await query<SessionLocation & Record<string, unknown>>(
      tx,
      sql`SELECT l.owner, l.epoch, p.rpc_address AS "rpcAddress"
        FROM connections c
        JOIN session_lease l ON l.name = 'session:' || c.id AND l.expires_at > clock_timestamp()
        JOIN gateway_processes p ON p.owner = l.owner
        WHERE c.company_id = ${companyId} AND c.id = ${connectionId}`,
    )
    return found
  }
}
