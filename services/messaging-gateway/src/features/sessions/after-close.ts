import type { ConnectionStatus, SessionEndReason } from '@balcao/contracts'
import { backoffMs, MINUTE } from '@balcao/kernel'

import { closeRowOf, type EndReason, type RetryPlan } from '../whatsapp-driver'

export type NextStep = {
  status: ConnectionStatus
  /** Key of the words on the connections page; undefined: nothing is said. */
  says: SessionEndReason | undefined
} & (
  | /** Connect again after `delayMs`. `newEpoch`: only under a lease that was taken anew. */
    { kind: 'connect'; delayMs: number; newEpoch: boolean }
    /** Stay until somebody asks. */
  | { kind: 'rest'; forget: boolean }
)

export interface CloseHistory {
  /** Failed tries in a row, this one included. */
  failures: number
  /** When other clients took the line, this time included, newest last. */
  replacedAt: readonly Date[]
  /** The server's own time for the next try, when it named one. */
  until: Date | undefined
  /** A newer client version was found since this session began. */
  hasNewVersion: boolean
}

/** After so many failures in a row, some minutes, the page shows DISCONNECTED with its buttons while it is tried further. */
export const FAILURES_BEFORE_ASKING = 8

/**
 * What to do after a session ended by itself, by its row of `closeTable`. Delays have full jitter above their half: a network
 * that hiccups must not see all its phones at once.
 * @param chance from 0 to 1.
 */
export function afterClose(reason: EndReason, history: CloseHistory, now: Date, chance: number): NextStep {
  const { plan, state, words } = closeRowOf(reason)
  const shown = { status: state, says: words }
  const isStubborn = history.failures >= FAILURES_BEFORE_ASKING
  const retry = (delayMs: number): NextStep => ({
    ...shown,
    ...(isStubborn && { status: 'DISCONNECTED', says: words ?? 'lost' }),
    kind: 'connect',
    delayMs,
    newEpoch: false,
  })
  switch (plan.kind) {
    case 'rest':
      return { ...shown, kind: 'rest', forget: plan.forget }
    case 'retry':
      return retry(history.hasNewVersion ? 0 : backoffMs(history.failures, plan, chance))
    case 'restart':
      return retry(history.failures > 3 ? backoffMs(history.failures, plan, chance) : 0)
    case 'wait-for-expiry':
      return {
        ...shown,
        kind: 'connect',
        delayMs: expiryMs(plan, history.until, now, chance),
        newEpoch: false,
      }
    case 'take-back': {
      const recent = history.replacedAt.filter((at) => now.getTime() - at.getTime() < plan.withinMs)
      return recent.length >= plan.times
        ? { kind: 'rest', forget: false, status: 'DISCONNECTED', says: plan.asks }
        : { ...shown, kind: 'connect', delayMs: 0, newEpoch: true }
    }
  }
}

/* Not to the second: whoever comes back at once from a ban looks like a machine. */
const expiryMs = (
  { unknownMs }: Extract<RetryPlan, { kind: 'wait-for-expiry' }>,
  until: Date | undefined,
  now: Date,
  chance: number,
): number => (until ? Math.max(0, until.getTime() - now.getTime()) : unknownMs) + (1 + chance) * MINUTE

/** Whether the next try is so far away that the page says when, and the next process waits for it too. */
export const isWorthWaitingFor = (step: NextStep): boolean =>
  step.kind === 'connect' && (step.status === 'DISCONNECTED' || step.delayMs >= MINUTE)
