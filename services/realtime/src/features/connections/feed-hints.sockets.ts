import { companyId as toCompanyId, type CompanyId } from '@balcao/contracts'

import type { FeedBroadcast, FeedHints } from '../fanout'
import type { DeskServer, SocketRegistry } from './desk-socket.sockets'

const EVENT = 'feed'

type Heads = [companyId: number, seq: number][]

/** A positive whole number, as ids and positions are. */
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

const isHead = (value: unknown): value is Heads[number] =>
  Array.isArray(value) && value.length === 2 && value.every(isCount)

/**
 * Sends hints through the socket servers' adapter: company ids and feed positions, no content.
 * Hints of one event-loop turn are sent together.
 */
export function createFeedHints(registry: SocketRegistry): FeedHints {
  const heads = new Map<CompanyId, number>()
  const flush = () => {
    const told: Heads = [...heads]
    heads.clear()
    registry.io?.serverSideEmit(EVENT, told)
  }
  return {
    tell: (companyId, seq) => {
      if (heads.size === 0) setImmediate(flush)
      heads.set(companyId, Math.max(seq, heads.get(companyId) ?? 0))
    },
  }
}

/** For a process without peers. */
export const noFeedHints: FeedHints = { tell: () => undefined }

/** Handles hints of other processes; malformed messages are ignored. */
export function subscribeToFeedHints(io: DeskServer, broadcast: Pick<FeedBroadcast, 'hint'>): void {
  io.on(EVENT, (heads: unknown) => {
    if (!Array.isArray(heads)) return
    for (const head of heads.filter(isHead)) broadcast.hint(toCompanyId(head[0]), head[1])
  })
}
