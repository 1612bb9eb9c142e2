import type { CompanyId, FeedItem } from '@balcao/contracts'

import type { SocketEffect } from './emission'
import type { Room } from './rooms'

export type { Room, SocketEffect }

/** The open sockets of this process. Every call is synchronous, so the next row sees its result. */
export interface LiveSockets {
  send(companyId: CompanyId, item: FeedItem, audience: readonly Room[], except: readonly Room[]): void
  /** `seq` is the effect's position in the feed. */
  apply(companyId: CompanyId, seq: number, effect: SocketEffect): void
}
