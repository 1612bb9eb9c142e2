import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { FollowUpStore, WaitingMessage } from './follow-up.store'

/** A message that arrived without its content, which is requested from our phone. */
export type Placeholder = WaitingMessage

/** Messages to request from our phones, and the budget of requests. */
export interface PlaceholderStore extends FollowUpStore<Placeholder> {
  /** Takes up to `wanted` from the connection's budget of `perMinute` messages a minute; answers how many. */
  reserve(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    asked: { wanted: number; perMinute: number; now: Date },
  ): Promise<number>
}
