import { setTimeout as delay } from 'node:timers/promises'

import type { Lease } from '../ports/leases.port'

const POLL_MS = 100

/** Resolves when the lease holds still no more, or when `isOver` says that nobody waits for it. */
export async function untilThawed(lease: Pick<Lease, 'isFrozen'>, isOver: () => boolean): Promise<void> {
  while (lease.isFrozen && !isOver()) await delay(POLL_MS)
}
