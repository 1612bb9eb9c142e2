import type { CompanyId } from '@balcao/contracts'
import type { Lease, Leases, Tx } from '@balcao/kernel'

import { primaryAtHand, type Placements } from '../postgres'
import type { PgLeases } from './pg-leases'

/** Leases on several primaries: each is taken on one of them, and guards writes there. */
export const spreadLeases = (byName: ReadonlyMap<string, PgLeases>, placements: Placements): Leases =>
  new SpreadLeases(byName, placements)

class SpreadLeases implements Leases {
  readonly isOnlyWriter = false
  private readonly all: readonly PgLeases[]

  constructor(
    private readonly byName: ReadonlyMap<string, PgLeases>,
    private readonly placements: Placements,
  ) {
    this.all = [...byName.values()]
  }

  async acquire(name: string, of?: CompanyId): Promise<Lease | undefined> {
    const primary = of === undefined ? primaryAtHand() : await this.placements.find(of)
    return this.named(primary).acquire(name)
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
