import type { Tx } from '@balcao/kernel'

import { integerSql, rawSql, sql, type Sql } from './sql'
import { execute } from './transaction'

/** Deletes rows that `which` names, an order included, `most` of them: a statement takes no longer, whatever has piled up. How many. */
export const deleteSome = (tx: Tx, table: string, which: Sql, most: number): Promise<number> =>
  execute(
    tx,
    sql`DELETE FROM ${rawSql(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${rawSql(table)} WHERE ${which} LIMIT ${integerSql(most)}))`,
  )
