import type { CompanyId, ConnectionId, MessageKind } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { MessageIdentity } from './inbound.store'

export type { MessageIdentity } from './inbound.store'

/** A file that is still to come. */
export interface MediaFetch {
  /** The recorded message's. */
  id: string
  identity: MessageIdentity
  conversationId: string
  kind: MessageKind
  name: string
  durationSeconds: number
  /** Sealed. */
  ticket: Uint8Array
  tries: number
}

/** Files that recorded messages wait for. */
export interface MediaFetchStore {
  insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    fetch: MediaFetch,
    nextAt: Date,
  ): Promise<void>
  /** Soonest first. */
  listDue(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    now: Date,
    limit: number,
  ): Promise<MediaFetch[]>
  listAll(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<MediaFetch[]>
  nextAt(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<Date | undefined>
  retryAt(tx: Tx, companyId: CompanyId, id: string, at: Date): Promise<void>
  /** The message was deleted: nobody wants its file any more. */
  cancel(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, identity: MessageIdentity): Promise<void>
  /** False when it is gone already. */
  delete(tx: Tx, companyId: CompanyId, id: string): Promise<boolean>
}
