import type { Lease, Leases, Tx } from '@balcao/kernel'

import { primaryAtHand } from '../postgres'
import type { PgLeases } from './pg-leases'

/** Leases on several primaries: each is taken on the one that the running work is for, and guards writes there. */
export const spreadLeases = (byName: ReadonlyMap<string, PgLeases>): Leases => new SpreadLeases(byName)

class SpreadLeases implements Leases {
  readonly isOnlyWriter = false
  private readonly all: readonly PgLeases[]

  constructor(private readonly byName: ReadonlyMap<string, PgLeases>) {
    this.all = [...byName.values()]
  }

  acquire(name: string): Promise<Lease | undefined> {
    return this.named(primaryAtHand()).acquire(name)
  }

  /* The transaction says on which primary; whoever holds the lease here notes that it is lost. */
  fence(tx: Tx, lease: Lease): Promise<void> {
    return (this.all.find((leases) => leases.holds(lease)) ?? this.any()).fence(tx, lease)
  }

  freeAllOf(tx: Tx, owner: string): Promise<void> {
    return this.any().freeAllOf(tx, owner)
  }

  private any(): PgLeases {
    const [first] = this.all
    if (!first) throw new TypeError('No primaries')
    return first
  }

  private named(name: string): PgLeases {
    const leases = this.byName.get(name)
    if (!leases) throw new TypeError(`No primary is called ${name}`)
    return leases
  }
}
