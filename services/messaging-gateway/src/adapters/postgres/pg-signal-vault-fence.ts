import type { VaultSession } from '../../features/signal-vault/signal-vault.store'

/*
 * The lease's row, share-locked as `Leases.fence` does it: a change of holder waits until the write is over, or the
 * write sees it. An epoch has had one holder ever, so with the owner still there it names the owner too.
 */
export const HOLDS_LEASE = `l.name = $3 AND l.epoch = $4 AND l.owner IS NOT NULL`

/** The first four parameters of every fenced statement. */
export const fenceOf = ({ companyId, connectionId, lease }: VaultSession): unknown[] => [
  companyId,
  connectionId,
  lease.name,
  lease.epoch,
]
