import type { Pool } from 'pg'

import { gauge } from '../telemetry/metrics'
import type { PoolTurns } from './pool-turns'

const connections = gauge('balcao_db_connections', 'Connections of a schema’s pool: in use, idle')
const waiting = gauge('balcao_db_waiting', 'Transactions that wait for a connection of the pool')
const size = gauge('balcao_db_pool_size', 'Most connections of the pool')

/** Reports the pool until the returned function is called. */
export function addPoolMetrics(pool: Pool, turns: PoolTurns, schema: string): () => void {
  const ends = [
    connections.observe(() => [
      { value: pool.totalCount - pool.idleCount, labels: { schema, state: 'in use' } },
      { value: pool.idleCount, labels: { schema, state: 'idle' } },
    ]),
    waiting.observe(() => [{ value: turns.waitingCount, labels: { schema } }]),
    size.observe(() => [{ value: pool.options.max, labels: { schema } }]),
  ]
  return () => ends.forEach((end) => end())
}
