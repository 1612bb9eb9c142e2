import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { MessageIdentity } from './inbound.store'

/** A message that came without its content and that our phone is asked for. */
export interface Placeholder {
  /** The recorded message's. */
  id: string
  identity: MessageIdentity
  conversationId: string
  /** How often the phone was asked. */
  tries: number
}

/** Messages that our phones are asked for, and how often they may be asked. */
export interface PlaceholderStore {
  insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    placeholder: Placeholder,
    nextAt: Date,
  ): Promise<void>
  /** Soonest first. */
  listDue(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    now: Date,
    limit: number,
  ): Promise<Placeholder[]>
  /** At most 500. */
  listAll(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<Placeholder[]>
  nextAt(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<Date | undefined>
  /** Counts a try. */
  retryAt(tx: Tx, companyId: CompanyId, id: string, at: Date): Promise<void>
  /** The message was deleted: its content is not asked for, nor taken when it comes. */
  cancel(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, identity: MessageIdentity): Promise<void>
  /** False when it is gone already. */
  delete(tx: Tx, companyId: CompanyId, id: string): Promise<boolean>
  /** How many of `wanted` messages the phone may be asked for now, at most `perMinute` in a minute. They count as asked. */
  reserve(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    asked: { wanted: number; perMinute: number; now: Date },
  ): Promise<number>
}
