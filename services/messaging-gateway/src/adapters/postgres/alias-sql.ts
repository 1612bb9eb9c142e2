import { rawSql, type Sql } from '@balcao/platform'

/**
 * The `remote_jid` of an alias, as `toRemoteJids` of the inbound feature has it: the endings are those of `formatAddress`, written out so that
 * the statement can be read without running it. @param alias a column with aliases of conversations
 */
export const jidOfAlias = (alias: string): Sql => {
  const name = `substr(${alias}, strpos(${alias}, ':') + 1)`
  return rawSql(`CASE split_part(${alias}, ':', 1) WHEN 'phone' THEN ${name} || '@s.whatsapp.net'
    WHEN 'lid' THEN ${name} || '@lid' WHEN 'bsuid' THEN ${name} || '@bsuid' ELSE ${name} END`)
}
