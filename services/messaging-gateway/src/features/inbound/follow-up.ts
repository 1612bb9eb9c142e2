import { AppError, MINUTE, type Running } from '@balcao/kernel'

import { WorkLoop } from '../../work-loop'
import type { FollowUpStore, WaitingMessage } from './follow-up.store'
import type { InboundDeps, SessionHolder } from './record-inbound-message'

export const MIN_WAIT_MS = 10
const SUSPENDED_WAIT_MS = 200
const MAX_WAIT_MS = 60 * MINUTE

/** Work that recorded messages wait for, done while a session is connected. */
export interface FollowUp extends Running {
  /** There may be something to do. */
  nudge(): void
}

export interface FollowUpWork {
  store: Pick<FollowUpStore<WaitingMessage>, 'nextAt'>
  /** Does what is due; answers the least wait before the next turn, or undefined when the session is over. */
  turn(): Promise<number | undefined>
  /** Called when the database fails or the lease is lost: the session must end. */
  failed(error: unknown): void
}

/** Runs `turn` whenever something is due, until it is stopped. Pauses while the lease is suspended. */
export function startFollowUp(
  deps: Pick<InboundDeps, 'db' | 'clock'>,
  holder: SessionHolder,
  { store, turn, failed }: FollowUpWork,
): FollowUp {
  const { companyId, connectionId, lease } = holder
  const untilDue = async (shortestMs: number) => {
    const nextAt = await deps.db.withTenant(companyId, (tx) => store.nextAt(tx, companyId, connectionId))
    return nextAt && computeWaitMs(nextAt, deps.clock.now(), shortestMs)
  }
  const loop = new WorkLoop(
    async () => {
      if (lease.isSuspended) return SUSPENDED_WAIT_MS
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

const computeWaitMs = (nextAt: Date, now: Date, shortestMs: number): number =>
  Math.min(MAX_WAIT_MS, Math.max(shortestMs, nextAt.getTime() - now.getTime()))

/** The session ended meanwhile: this does not count as an attempt. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED'
