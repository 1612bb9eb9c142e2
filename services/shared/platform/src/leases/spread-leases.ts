import type { CompanyId } from '@balcao/contracts'
import type { Lease, Leases, Tx } from '@balcao/kernel'

import { chooseOnPrimary, type ChooseOnPrimary, type Placements } from '../postgres'
import type { PgLeases } from './pg-leases'

/** Leases on several primaries, one at least: each is taken on one of them, and guards writes there. */
export const spreadLeases = (
  primaries: readonly [OwnLeases, ...OwnLeases[]],
  placements: Placements,
): Leases => {
  const [{ leases: first }, ...more] = primaries
  const byName = new Map(primaries.map(({ name, leases }) => [name, leases]))
  return new SpreadLeases([first, ...more.map(({ leases }) => leases)], chooseOnPrimary(byName, placements))
}

interface OwnLeases {
  /** Of the primary. */
  name: string
  leases: PgLeases
}

class SpreadLeases implements Leases {
  readonly isOnlyWriter = false

  constructor(
    private readonly all: readonly [PgLeases, ...PgLeases[]],
    private readonly choose: ChooseOnPrimary<PgLeases>,
  ) {}

  async acquire(name: string, of?: CompanyId): Promise<Lease | undefined> {
    return (await this.choose(of)).acquire(name)
  }

  /* The transaction says on which primary; whoever holds the lease here notes that it is lost. */
  fence(tx: Tx, lease: Lease): Promise<void> {
    return (this.all.find((leases) => leases.holds(lease)) ?? this.all[0]).fence(tx, lease)
  }

  freeAllOf(tx: Tx, owner: string): Promise<void> {
    return this.all[0].freeAllOf(tx, owner)
  }
}
