import { HOUR } from '@balcao/kernel'

/**
 * Whether a network that only lets us answer takes a message now: `windowHours` after the customer's last message.
 * @param windowHours null: always.
 */
export const isWindowOpen = (
  windowHours: number | null,
  lastReceivedAt: Date | undefined,
  now: Date,
): boolean =>
  windowHours === null ||
  (lastReceivedAt !== undefined && now.getTime() - lastReceivedAt.getTime() < windowHours * HOUR)
