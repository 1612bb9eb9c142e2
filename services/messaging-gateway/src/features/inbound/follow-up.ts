import { AppError, MINUTE, type Running } from '@balcao/kernel'

import { WorkLoop } from '../../work-loop'
import type { FollowUpStore, WaitingMessage } from './follow-up.store'
import type { InboundDeps, SessionHolder } from './record-inbound-message'

export const SHORTEST_NAP_MS = 10
const SUSPENDED_NAP_MS = 200
const LONGEST_NAP_MS = 60 * MINUTE

/** Work that recorded messages still need, while a session is connected. */
export interface FollowUp extends Running {
  /** There may be something to do. */
  nudge(): void
}

export interface FollowUpWork {
  store: Pick<FollowUpStore<WaitingMessage>, 'nextAt'>
  /** Does what is due; answers how long it rests at least, or undefined when the line is over. */
  turn(): Promise<number | undefined>
  /** Called when the database or the lease refuses: the session must end, the next one goes on. */
  failed(error: unknown): void
}

/** Does what is due, whenever something is, until it is stopped. Rests while the lease is suspended. */
export function startFollowUp(
  deps: Pick<InboundDeps, 'db' | 'clock'>,
  holder: SessionHolder,
  { store, turn, failed }: FollowUpWork,
): FollowUp {
  const { companyId, connectionId, lease } = holder
  const untilDue = async (shortestMs: number) => {
    const nextAt = await deps.db.withTenant(companyId, (tx) => store.nextAt(tx, companyId, connectionId))
    return nextAt && napMs(nextAt, deps.clock.now(), shortestMs)
  }
  const loop = new WorkLoop(
    async () => {
      if (lease.isSuspended) return SUSPENDED_NAP_MS
      const shortestMs = await turn()
      return shortestMs === undefined ? undefined : untilDue(shortestMs)
    },
    (error) => {
      failed(error)
      return undefined
    },
  )
  loop.nudge()
  return { nudge: () => loop.nudge(), stop: () => loop.stop() }
}

const napMs = (nextAt: Date, now: Date, shortestMs: number): number =>
  Math.min(LONGEST_NAP_MS, Math.max(shortestMs, nextAt.getTime() - now.getTime()))

/** The session has ended meanwhile: that was no try. */
export const isLineOver = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED'
