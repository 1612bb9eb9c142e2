import { sql, type Sql } from '@balcao/platform'

import type { VaultSession } from '../../features/signal-vault/signal-vault.store'

/*
 * A condition on the lease's row `l`, which the statement share-locks as `Leases.fence` does: a change of holder
 * waits until the write has committed, or the write sees the change. An epoch has only one holder, so an epoch with
 * an owner identifies that owner.
 */
export const holdsLease = ({ lease }: VaultSession): Sql =>
  sql`l.name = ${lease.name} AND l.epoch = ${lease.epoch} AND l.owner IS NOT NULL`
