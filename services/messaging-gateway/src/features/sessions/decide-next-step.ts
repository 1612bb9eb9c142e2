import type { ConnectionStatus, SessionEndReason } from '@balcao/contracts'
import { backoffMs, MINUTE } from '@balcao/kernel'

import { readCloseRow, type EndReason, type RetryPlan } from '../whatsapp-driver'

export type NextStep = {
  status: ConnectionStatus
  /** Key of the text on the connections page; undefined: the page shows none. */
  shownReason: SessionEndReason | undefined
} & (
  | /** Connect again after `delayMs`. `newEpoch`: only under a lease that was taken anew. */
    { kind: 'connect'; delayMs: number; newEpoch: boolean }
    /** No further attempt until an administrator commands one. */
  | { kind: 'stay-closed'; forget: boolean }
)

export interface CloseHistory {
  /** Consecutive failed attempts, this one included. */
  failures: number
  /** When other clients replaced the session, this time included, newest last. */
  replacedAt: readonly Date[]
  /** The server's time for the next attempt, when it named one. */
  until: Date | undefined
  /** A newer client version was found since this session began. */
  hasNewVersion: boolean
}

/** After so many consecutive failures (some minutes) the page shows DISCONNECTED and its buttons; attempts go on. */
export const FAILURES_BEFORE_ASKING = 8

/**
 * What to do after a session ended without a command, by its row of `closeTable`. The upper half of a delay is random, so that
 * sessions that ended together do not reconnect together.
 * @param chance from 0 to 1.
 */
export function decideNextStep(
  reason: EndReason,
  history: CloseHistory,
  now: Date,
  chance: number,
): NextStep {
  const { plan, state, shownReason } = readCloseRow(reason)
  const shown = { status: state, shownReason }
  const hasFailedOften = history.failures >= FAILURES_BEFORE_ASKING
  const retry = (delayMs: number): NextStep => ({
    ...shown,
    ...(hasFailedOften && { status: 'DISCONNECTED', shownReason: shownReason ?? 'lost' }),
    kind: 'connect',
    delayMs,
    newEpoch: false,
  })
  switch (plan.kind) {
    case 'stay-closed':
      return { ...shown, kind: 'stay-closed', forget: plan.forget }
    case 'retry':
      return retry(history.hasNewVersion ? 0 : backoffMs(history.failures, plan, chance))
    case 'restart':
      return retry(history.failures > 3 ? backoffMs(history.failures, plan, chance) : 0)
    case 'wait-for-expiry':
      return {
        ...shown,
        kind: 'connect',
        delayMs: computeExpiryMs(plan, history.until, now, chance),
        newEpoch: false,
      }
    case 'take-back': {
      const recent = history.replacedAt.filter((at) => now.getTime() - at.getTime() < plan.withinMs)
      return recent.length >= plan.times
        ? { kind: 'stay-closed', forget: false, status: 'DISCONNECTED', shownReason: plan.shownReason }
        : { ...shown, kind: 'connect', delayMs: 0, newEpoch: true }
    }
  }
}

/* One to two minutes after the end of a ban: a reconnect to the second would look automated. */
const computeExpiryMs = (
  { unknownMs }: Extract<RetryPlan, { kind: 'wait-for-expiry' }>,
  until: Date | undefined,
  now: Date,
  chance: number,
): number => (until ? Math.max(0, until.getTime() - now.getTime()) : unknownMs) + (1 + chance) * MINUTE

/** Whether the next attempt is so far away that its time is stored: the page shows it, and the next lease holder waits for it. */
export const isLongWait = (step: NextStep): boolean =>
  step.kind === 'connect' && (step.status === 'DISCONNECTED' || step.delayMs >= MINUTE)
