import type { CompanyId, ConnectionId, ContactId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** When each contact's profile picture was last asked for. */
export interface PictureRequestStore {
  /**
   * Undefined when it was asked for after `before`, or the contact is not there. Else the ask is noted, and the connection of
   * the contact's latest ticket is answered, null without one: of any number of callers at once one is told to ask.
   */
  claim(
    tx: Tx,
    companyId: CompanyId,
    id: ContactId,
    times: { now: Date; before: Date },
  ): Promise<{ connectionId: ConnectionId | null } | undefined>
  /** Undoes `claim`: the picture may be asked for again at once. */
  release(tx: Tx, companyId: CompanyId, id: ContactId): Promise<void>
}
