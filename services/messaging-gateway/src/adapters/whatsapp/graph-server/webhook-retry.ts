import { doubledMs } from '@balcao/kernel'

import type { GraphSettings } from './settings'

/**
 * Wait before the next try of a webhook that was not answered with 200; undefined when it is given up.
 * @param tries so far, 1 or more.
 * @param ageMs since the first.
 */
export function computeRetryMs(
  tries: number,
  ageMs: number,
  { giveUpMs, ...bounds }: GraphSettings['webhookRetry'],
): number | undefined {
  const waitMs = doubledMs(tries, bounds)
  return ageMs + waitMs > giveUpMs ? undefined : waitMs
}
