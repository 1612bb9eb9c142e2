import { foldText } from '@balcao/kernel'
import { noSql, sql, type Sql } from '@balcao/platform'

/** Narrows rows to those whose `search_text` contains the words, without accents and case. */
export function matchingNames(search: string): Sql {
  const folded = foldText(search.trim()).replace(/[\\%_]/g, '\\$&')
  return folded === '' ? noSql : sql`AND search_text LIKE ${`%${folded}%`}`
}
