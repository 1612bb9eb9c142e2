const HOUR_MS = 3_600_000

/**
 * When a network that only lets us answer stops taking messages: `windowHours` after the customer's last one. Undefined: never, or the
 * customer has not written.
 * @param windowHours null: anything may be sent always.
 */
export const computeWindowEnd = (
  windowHours: number | null,
  lastReceivedAt: Date | undefined,
): Date | undefined =>
  windowHours === null || lastReceivedAt === undefined
    ? undefined
    : new Date(lastReceivedAt.getTime() + windowHours * HOUR_MS)
