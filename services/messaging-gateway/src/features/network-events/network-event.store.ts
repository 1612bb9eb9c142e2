import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { ClaimStore, Tx } from '@balcao/kernel'

import type { NetworkEvent } from './network-event'

export { networkEventKinds, type NetworkEvent, type NetworkEventKind } from './network-event'

/** Events of networks that call a webhook, until they are processed. Rows of another company are not found. */
export interface NetworkEventStore extends ClaimStore<NetworkEvent> {
  /** In their order, of one company. */
  insert(tx: Tx, events: readonly NetworkEvent[]): Promise<void>
  /**
   * Locks a claimed event until the transaction ends. Each claim counts a try, by which it is known.
   * @throws {AppError} ERR_LEASE_LOST when the claim is another's now
   */
  fence(tx: Tx, event: NetworkEvent): Promise<void>
  delete(tx: Tx, event: NetworkEvent): Promise<void>
  postpone(tx: Tx, event: NetworkEvent, nextTryAt: Date, reason: string): Promise<void>
  /** Parks an event that cannot be processed; kept for a week. */
  bury(tx: Tx, event: NetworkEvent, reason: string, now: Date): Promise<void>
  countDead(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<number>
  /** All of a connection. */
  deleteOf(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void>
  /** Deletes parked events older than `before`. Platform scope. */
  sweep(tx: Tx, before: Date): Promise<void>
}
