import { rawSql, type Sql } from '@balcao/platform'

import { formatAddress } from '../../features/whatsapp-driver'

/** The `remote_jid` of an alias, as `toRemoteJids` of the inbound feature has it. @param alias a column with aliases of conversations */
export const jidOfAlias = (alias: string): Sql => {
  const name = `substr(${alias}, strpos(${alias}, ':') + 1)`
  return rawSql(`CASE split_part(${alias}, ':', 1) WHEN 'phone' THEN ${name} || '${formatAddress({ phone: '' })}'
    WHEN 'lid' THEN ${name} || '${formatAddress({ lid: '' })}'
    WHEN 'bsuid' THEN ${name} || '${formatAddress({ bsuid: '' })}' ELSE ${name} END`)
}
