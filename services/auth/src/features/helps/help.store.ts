import type { HelpId } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'

import type { Help, NewHelp } from './help'

export type { Help, NewHelp }

/** Help videos belong to no company: visible in any scope. */
export interface HelpStore {
  /** By title. */
  page(tx: Tx, slice: Slice): Promise<Counted<Help>>
  find(tx: Tx, id: HelpId): Promise<Help | undefined>
  /** The same, locked until the transaction ends. */
  lock(tx: Tx, id: HelpId): Promise<Help | undefined>
  insert(tx: Tx, help: NewHelp): Promise<Help>
  save(tx: Tx, help: Help): Promise<void>
  /** False when there is none. */
  delete(tx: Tx, id: HelpId): Promise<boolean>
}
