import type { HelpId } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'
import { deleteRows, findRow, insertRow, lockRow, saveRow, readSlice, type ListOrder } from '@balcao/platform'

import type { Help, HelpStore, NewHelp } from '../../features/helps/help.store'
import { helps } from './help-table'
import { repositoryOf } from './tables'

const order: ListOrder = { own: ['lower(h.title)', 'ASC'] }

export class PgHelpStore implements HelpStore {
  page(tx: Tx, slice: Slice): Promise<Counted<Help>> {
    return readSlice(repositoryOf(tx, helps).createQueryBuilder('h'), slice, order)
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
