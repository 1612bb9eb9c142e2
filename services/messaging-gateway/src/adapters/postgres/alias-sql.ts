import { rawSql, type Sql } from '@balcao/platform'

/** The JID of an alias, as `toJids` of the inbound feature has it. @param alias a column with aliases of conversations */
export const jidOfAlias = (alias: string): Sql => {
  const name = `substr(${alias}, strpos(${alias}, ':') + 1)`
  return rawSql(`CASE split_part(${alias}, ':', 1) WHEN 'phone' THEN ${name} || '@s.whatsapp.net'
    WHEN 'lid' THEN ${name} || '@lid' WHEN 'bsuid' THEN ${name} || '@bsuid' ELSE ${name} END`)
}
