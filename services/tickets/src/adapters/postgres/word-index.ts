import { rawSql, sql, type Sql } from '@balcao/platform'

import { afterPrefix } from '../../words'

/** A prefix as a range: behind row-level security an index serves that, and no LIKE. */
export function beginsWith(alias: string, word: string): Sql {
  const column = rawSql(`${alias}.word`)
  return sql`${column} >= ${word}::text AND ${column} < ${afterPrefix(word)}::text`
}
