import { setTimeout as delay } from 'node:timers/promises'

import type { Lease } from '../ports/leases.port'

const POLL_MS = 100

/** Resolves when the lease is renewed again, or when `isOver` returns true. Polls every 100 ms. */
export async function waitUntilRenewed(
  lease: Pick<Lease, 'isSuspended'>,
  isOver: () => boolean,
): Promise<void> {
  while (lease.isSuspended && !isOver()) await delay(POLL_MS)
}
