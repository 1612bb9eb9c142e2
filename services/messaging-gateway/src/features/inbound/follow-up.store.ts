import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { ConnectionRef, MessageIdentity } from './inbound.store'

/** A recorded message that waits for its file or its content. */
export interface WaitingMessage {
  /** Id of the recorded message. */
  id: string
  identity: MessageIdentity
  conversationId: string
  /** Attempts so far. */
  tries: number
}

/** Recorded messages that wait for a file or content, with the time of the next attempt. */
export interface FollowUpStore<T extends WaitingMessage> {
  insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    waiting: T & { nextAt: Date },
  ): Promise<void>
  /** By time, earliest first. */
  listDue(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    which: { now: Date; limit: number },
  ): Promise<T[]>
  /** At most 500. */
  listAll(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<T[]>
  nextAt(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<Date | undefined>
  /** Counts an attempt. */
  retryAt(tx: Tx, companyId: CompanyId, id: string, at: Date): Promise<void>
  /** Counts no attempt. */
  postpone(tx: Tx, companyId: CompanyId, id: string, at: Date): Promise<void>
  /** The message was deleted: its file or content is not requested, and ignored when it arrives. */
  cancel(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, identity: MessageIdentity): Promise<void>
  /** False when there is no such row. */
  delete(tx: Tx, companyId: CompanyId, id: string): Promise<boolean>
}

/** Finishes all waiting messages of a connection; `settle` deletes one. */
export async function finishAll<T extends WaitingMessage>(
  store: Pick<FollowUpStore<T>, 'listAll'>,
  tx: Tx,
  { companyId, connectionId }: ConnectionRef,
  settle: (waiting: T) => Promise<unknown>,
): Promise<void> {
  const list = () => store.listAll(tx, companyId, connectionId)
  for (let batch = await list(); batch.length > 0; batch = await list())
    for (const waiting of batch) await settle(waiting)
}
