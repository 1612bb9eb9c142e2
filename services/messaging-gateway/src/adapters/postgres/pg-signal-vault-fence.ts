import { sql, type Sql } from '@balcao/platform'

import type { VaultSession } from '../../features/signal-vault/signal-vault.store'

/*
 * The lease's row `l`, share-locked as `Leases.fence` does it: a change of holder waits until the write is over, or the
 * write sees it. An epoch has had one holder ever, so with the owner still there it names the owner too.
 */
export const holdsLease = ({ lease }: VaultSession): Sql =>
  sql`l.name = ${lease.name} AND l.epoch = ${lease.epoch} AND l.owner IS NOT NULL`
