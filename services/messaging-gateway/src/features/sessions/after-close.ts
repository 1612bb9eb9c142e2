import { backoffMs, MINUTE, SECOND } from '@balcao/kernel'

import type { CloseReason } from '../whatsapp-driver'

export type NextStep =
  /** Connect again after `delayMs`. `newEpoch`: only under a lease that was taken anew. */
  | { kind: 'connect'; delayMs: number; newEpoch: boolean }
  /** Stay DISCONNECTED until somebody asks. */
  | { kind: 'rest'; forget: boolean }

export interface CloseHistory {
  /** Failed tries in a row, this one included. */
  failures: number
  /** When the line was taken back from another client, newest last. */
  takeoversAt: readonly Date[]
}

const TAKEOVERS_PER_MINUTE = 3

/**
 * What to do after a session ended by itself.
 * Lost lines come back with exponential backoff and full jitter above half (a network that hiccups must not see all
 * its phones at once). A replaced session never fights: it comes back under a higher epoch only, at most three times a minute.
 * @param chance from 0 to 1.
 */
export function afterClose(reason: CloseReason, history: CloseHistory, now: Date, chance: number): NextStep {
  switch (reason) {
    case 'logged-out':
    case 'refused':
      return { kind: 'rest', forget: true }
    case 'qr-expired':
      return { kind: 'rest', forget: false }
    case 'restart-required':
      return {
        kind: 'connect',
        delayMs: history.failures > 3 ? lostDelayMs(history.failures, chance) : 0,
        newEpoch: false,
      }
    case 'replaced':
      return { kind: 'connect', delayMs: takeoverDelayMs(history.takeoversAt, now), newEpoch: true }
    case 'lost':
      return { kind: 'connect', delayMs: lostDelayMs(history.failures, chance), newEpoch: false }
  }
}

/** 1 s, 2 s, 4 s … 2 min, each between its half and itself. */
export const lostDelayMs = (failures: number, chance: number): number =>
  backoffMs(failures, { firstMs: 1 * SECOND, longestMs: 2 * MINUTE }, chance)

function takeoverDelayMs(takeoversAt: readonly Date[], now: Date): number {
  const recent = takeoversAt.filter((at) => now.getTime() - at.getTime() < MINUTE)
  const oldest = recent.at(-TAKEOVERS_PER_MINUTE)
  return oldest ? oldest.getTime() + MINUTE - now.getTime() : 0
}
