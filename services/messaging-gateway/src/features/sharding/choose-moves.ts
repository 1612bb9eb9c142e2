import type { ConnectionId } from '@balcao/contracts'

import type { ShardTimes } from './shard-times'

/** A session of this process that another one should hold. */
export interface MisplacedSession {
  id: ConnectionId
  /** Only connected sessions move; one that opens or shows a QR code stays. */
  isConnected: boolean
  ageMs: number
  /** Since its last message. */
  quietMs: number
}

export interface MoveSituation {
  /** Since processes last came or went. */
  steadyMs: number
  /** Hand-overs that are under way. */
  underWay: number
  /** Hand-overs begun within the last `paceMs`. */
  begun: number
}

/** The sessions to hand over now: few, quiet ones first, none while processes come and go. */
export function chooseMoves(
  misplaced: readonly MisplacedSession[],
  { steadyMs, underWay, begun }: MoveSituation,
  times: ShardTimes,
): ConnectionId[] {
  const capacity = Math.min(times.movesAtOnce - underWay, times.movesPerPace - begun)
  if (capacity <= 0 || steadyMs < times.settleMs) return []
  const mayBeBusy = steadyMs >= times.busyAfterMs
  return misplaced
    .filter(({ isConnected, ageMs }) => isConnected && ageMs >= times.stayMs)
    .filter(({ quietMs }) => mayBeBusy || quietMs >= times.idleMs)
    .sort((a, b) => b.quietMs - a.quietMs)
    .slice(0, capacity)
    .map(({ id }) => id)
}
