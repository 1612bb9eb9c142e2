import type { MediaUsageView } from '@balcao/contracts'
import { MINUTE } from '@balcao/kernel'

import { toLimitBytes } from './media-account'
import type { MediaUsage } from './media-quota.store'

/* Twice the time after which a received file is tried again. */
const REFUSAL_COUNTS_MS = 10 * MINUTE

/** What the company is told: full while a file that was refused lately still has no space. */
export function toMediaUsageView(
  { usedBytes, mediaMegabytes, isCounted, refusedAt, refusedBytes }: MediaUsage,
  now: Date,
): MediaUsageView {
  const allowedBytes = toLimitBytes(mediaMegabytes)
  const isRecent = refusedAt !== null && now.getTime() - refusedAt.getTime() < REFUSAL_COUNTS_MS
  const isFull = isRecent && mediaMegabytes > 0 && usedBytes + refusedBytes > allowedBytes
  return { usedBytes, allowedBytes, isCounted, isFull }
}
