import { computeWindowEnd } from '@balcao/contracts'

/** Whether a network takes a message now. @param windowHours null: always. */
export function isWindowOpen(
  windowHours: number | null,
  lastReceivedAt: Date | undefined,
  now: Date,
): boolean {
  if (windowHours === null) return true
  const end = computeWindowEnd(windowHours, lastReceivedAt)
  return end !== undefined && now < end
}
