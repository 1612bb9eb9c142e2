import type { HelpId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { deleteRows, findRow, insertRow, lockRow, saveRow } from '@balcao/platform'

import type { Help, HelpStore, NewHelp } from '../../features/helps/help.store'
import { helps } from './help-table'
import { repositoryOf } from './tables'

export class PgHelpStore implements HelpStore {
  async page(
    tx: Tx,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ helps: Help[]; count: number }> {
    const [found, count] = await repositoryOf(tx, helps)
      .createQueryBuilder('h')
      .orderBy('lower(h.title)')
      .addOrderBy('h.id')
      .limit(limit)
      .offset(offset)
      .getManyAndCount()
    return { helps: found, count }
  }

  find(tx: Tx, id: HelpId): Promise<Help | undefined> {
    return findRow(repositoryOf(tx, helps), { id })
  }

  lock(tx: Tx, id: HelpId): Promise<Help | undefined> {
    return lockRow(repositoryOf(tx, helps), { id })
  }

  insert(tx: Tx, help: NewHelp): Promise<Help> {
    return insertRow(repositoryOf(tx, helps), help)
  }

  async save(tx: Tx, help: Help): Promise<void> {
    await saveRow(repositoryOf(tx, helps), { id: help.id }, help)
  }

  async delete(tx: Tx, id: HelpId): Promise<boolean> {
    return (await deleteRows(repositoryOf(tx, helps), { id })) > 0
  }
}
