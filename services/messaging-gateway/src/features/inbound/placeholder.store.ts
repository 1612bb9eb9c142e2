import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { FollowUpStore, WaitingMessage } from './follow-up.store'

/** A message that came without its content and that our phone is asked for. */
export type Placeholder = WaitingMessage

/** Messages that our phones are asked for, and how often they may be asked. */
export interface PlaceholderStore extends FollowUpStore<Placeholder> {
  /** How many of `wanted` messages the phone may be asked for now, at most `perMinute` in a minute. They count as asked. */
  reserve(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    asked: { wanted: number; perMinute: number; now: Date },
  ): Promise<number>
}
