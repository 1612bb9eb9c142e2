import type { Tx } from '@balcao/kernel'

import { sql } from './sql'
import { execute } from './transaction'

/** Until the transaction ends, others wait that lock the same name of the same id (a company's, mostly), which need not be a row. */
export async function lockName(tx: Tx, name: string, id: number): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, ${id}))`)
}
