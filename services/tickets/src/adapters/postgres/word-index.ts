import { rawSql, sql, type Sql } from '@balcao/platform'

import { prefixUpperBound } from '../../words'

/** A prefix as a range: under row-level security an index serves ranges, but not LIKE. */
export function beginsWith(alias: string, word: string): Sql {
  const column = rawSql(`${alias}.word`)
  return sql`${column} >= ${word}::text AND ${column} < ${prefixUpperBound(word)}::text`
}
