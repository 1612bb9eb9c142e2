import { backoffMs, SECOND } from '@balcao/kernel'

/** How long to wait after so many failures in a row: a broker that is back must not be stormed. */
export const retryDelayMs = (failures: number): number =>
  backoffMs(failures, { firstMs: 200, longestMs: 3 * SECOND }, Math.random())
