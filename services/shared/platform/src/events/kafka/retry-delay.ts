import { backoffMs, SECOND } from '@balcao/kernel'

/** Back-off with jitter, so that a recovering broker is not flooded. */
export const retryDelayMs = (failures: number): number =>
  backoffMs(failures, { firstMs: 200, longestMs: 3 * SECOND }, Math.random())
