import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { MessageIdentity } from './inbound.store'

/** What a recorded message still waits for: its file, or its content. */
export interface WaitingMessage {
  /** The recorded message's. */
  id: string
  identity: MessageIdentity
  conversationId: string
  /** How often it was asked for. */
  tries: number
}

/** Recorded messages that wait for something, with the time of the next try. */
export interface FollowUpStore<T extends WaitingMessage> {
  insert(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, waiting: T, nextAt: Date): Promise<void>
  /** Soonest first. */
  listDue(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, now: Date, limit: number): Promise<T[]>
  /** At most 500. */
  listAll(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<T[]>
  nextAt(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<Date | undefined>
  /** Counts a try. */
  retryAt(tx: Tx, companyId: CompanyId, id: string, at: Date): Promise<void>
  /** The message was deleted: what it waited for is not asked for, nor taken when it comes. */
  cancel(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, identity: MessageIdentity): Promise<void>
  /** False when it is gone already. */
  delete(tx: Tx, companyId: CompanyId, id: string): Promise<boolean>
}

/** Settles everything that a connection waits for; `settle` deletes it. */
export async function settleAll<T extends WaitingMessage>(
  store: Pick<FollowUpStore<T>, 'listAll'>,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
  settle: (waiting: T) => Promise<unknown>,
): Promise<void> {
  const list = () => store.listAll(tx, companyId, connectionId)
  for (let batch = await list(); batch.length > 0; batch = await list())
    for (const waiting of batch) await settle(waiting)
}
