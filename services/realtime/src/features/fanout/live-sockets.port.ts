import type { CompanyId, FeedItem } from '@balcao/contracts'

import type { SocketEffect } from './emission'
import type { Room } from './rooms'

export type { Room, SocketEffect }

/** The open sockets of this process. Every call acts at once: what follows in the feed meets its result. */
export interface LiveSockets {
  send(companyId: CompanyId, item: FeedItem, audience: readonly Room[], except: readonly Room[]): void
  /** `seq` is the feed's position of the effect. */
  apply(companyId: CompanyId, seq: number, effect: SocketEffect): void
}
