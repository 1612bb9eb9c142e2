import type { HelpId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type { Help, HelpStore, NewHelp } from '../../features/helps/help.store'
import { helps } from './help-table'

export class PgHelpStore implements HelpStore {
  async page(
    tx: Tx,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ helps: Help[]; count: number }> {
    const found = await helps.find(tx, sql`ORDER BY lower(title), id LIMIT ${limit} OFFSET ${offset}`)
    const [row] = await query<{ count: number }>(tx, sql`SELECT count(*)::int AS count FROM helps`)
    return { helps: found, count: row?.count ?? 0 }
  }

  find(tx: Tx, id: HelpId): Promise<Help | undefined> {
    return helps.findFirst(tx, sql`WHERE id = ${id}`)
  }

  lock(tx: Tx, id: HelpId): Promise<Help | undefined> {
    return helps.findFirst(tx, sql`WHERE id = ${id} FOR UPDATE`)
  }

  async insert(tx: Tx, help: NewHelp): Promise<Help> {
    const inserted = await helps.insert(tx, help)
    if (!inserted) throw new Error('an INSERT without conflict clause returned nothing')
    return inserted
  }

  async save(tx: Tx, help: Help): Promise<void> {
    await helps.update(tx, help, sql`WHERE id = ${help.id}`)
  }

  async delete(tx: Tx, id: HelpId): Promise<boolean> {
    return (await execute(tx, sql`DELETE FROM helps WHERE id = ${id}`)) > 0
  }
}
