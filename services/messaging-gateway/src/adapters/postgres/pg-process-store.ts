import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { GatewayProcess, ProcessStore, SessionLocation } from '../../features/sharding/process.store'

/** Living processes in Postgres. */
export class PgProcessStore implements ProcessStore {
  async beat(tx: Tx, self: GatewayProcess, forgetAfterMs: number): Promise<void> {
    await execute(
      tx,
      `WITH forgotten AS (
         DELETE FROM gateway_processes WHERE seen_at < clock_timestamp() - $4 * interval '1 ms' AND owner <> $1
       )
       INSERT INTO gateway_processes (owner, rpc_address, draining) VALUES ($1, $2, $3)
       ON CONFLICT (owner) DO UPDATE
         SET rpc_address = excluded.rpc_address, draining = excluded.draining, seen_at = clock_timestamp()`,
      [self.owner, self.rpcAddress, self.isDraining, forgetAfterMs],
    )
  }

  listAlive(tx: Tx, aliveForMs: number): Promise<GatewayProcess[]> {
    return query<GatewayProcess & Record<string, unknown>>(
      tx,
      `SELECT owner, rpc_address AS "rpcAddress", draining AS "isDraining" FROM gateway_processes
       WHERE seen_at > clock_timestamp() - $1 * interval '1 ms' ORDER BY owner`,
      [aliveForMs],
    )
  }

  async leave(tx: Tx, owner: string): Promise<void> {
    await execute(tx, 'DELETE FROM gateway_processes WHERE owner = $1', [owner])
  }

  async find(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<SessionLocation | undefined> {
    const [found] = await query<SessionLocation & Record<string, unknown>>(
      tx,
      `SELECT l.owner, l.epoch, p.rpc_address AS "rpcAddress"
       FROM connections c
       JOIN session_lease l ON l.name = 'session:' || c.id AND l.expires_at > clock_timestamp()
       JOIN gateway_processes p ON p.owner = l.owner
       WHERE c.company_id = $1 AND c.id = $2`,
      [companyId, connectionId],
    )
    return found
  }
}
