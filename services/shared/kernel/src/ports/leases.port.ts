import type { CompanyId } from '@balcao/contracts'

import type { Tx } from './database.port'

export interface Lease {
  readonly name: string
  /** Rises by one with every change of holder: the fencing token that each guarded write checks. */
  readonly epoch: number
  /** Aborts when the lease is lost or could not be renewed in time. */
  readonly signal: AbortSignal
  /** No renewal for long (6 s): the holder pauses its work until one succeeds or `signal` aborts. */
  readonly isSuspended: boolean
  release(): Promise<void>
}

/**
 * At most one holder per name, by the database's clock. TTL 15 s, renewed every 3 s in one statement; minutes where no other process
 * can ask for one.
 */
export interface Leases {
  /** No other process writes the database: none waits for a lease, and every write is known here. */
  readonly isOnlyWriter: boolean
  /**
   * The lease, or undefined while another holder is alive. Where companies live on several primaries, on that of the company `of`, or
   * the one that the running job is for.
   */
  acquire(name: string, of?: CompanyId): Promise<Lease | undefined>
  /**
   * Locks the lease row `FOR SHARE` and throws ERR_LEASE_LOST unless this holder still has it at this epoch.
   * Call it first in every transaction whose write belongs to the holder alone.
   */
  fence(tx: Tx, lease: Lease): Promise<void>
  /**
   * Frees every lease of another process, which is known to have ended. Were it alive, its writes would be refused from the commit on,
   * as after the end of a lease, but it would not know before its next renewal.
   */
  freeAllOf(tx: Tx, owner: string): Promise<void>
}
