import type { Tx } from '@balcao/kernel'

import { sql } from './sql'
import { executeUnawaited } from './transaction'

/**
 * Until the transaction ends, others wait that lock the same name of the same id (a company's, mostly), which need not be a row. Not
 * waited for here: the transaction's next statement runs when the lock is held.
 */
export function lockName(tx: Tx, name: string, id: number): void {
  executeUnawaited(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, ${id}))`)
}
