import {
  AppError,
  MINUTE,
  SECOND,
  type Database,
  type Lease,
  type Leases,
  type Running,
  type Tx,
} from '@balcao/kernel'

import { execute, query, sql } from '../postgres'
import { leaseLost, addLeaseMetrics } from './lease-signals'

export interface LeaseTimes {
  ttlMs: number
  renewEveryMs: number
  /** Without a renewal for this long the holder must pause, but may recover. */
  suspendAfterMs: number
  /** Without a renewal for this long the lease counts as lost. Less than the TTL, so that we stop before another holder starts. */
  loseAfterMs: number
}

export const leaseTimes: LeaseTimes = {
  ttlMs: 15 * SECOND,
  renewEveryMs: 3 * SECOND,
  suspendAfterMs: 6 * SECOND,
  loseAfterMs: 12 * SECOND,
}

/**
 * Where one process alone writes the database: nobody waits for a lease to expire, and the process that follows has the same owner.
 * Minutes all the same, for whoever opens the database with other processes after a crash.
 */
const aloneTimes: LeaseTimes = {
  ttlMs: 3 * MINUTE,
  renewEveryMs: 45 * SECOND,
  suspendAfterMs: 100 * SECOND,
  loseAfterMs: 150 * SECOND,
}

export interface HeldLease extends Lease {
  /** No renewal for long (6 s): pause until one succeeds or the signal aborts. */
  readonly isSuspended: boolean
}

export interface PgLeases extends Leases, Running {
  acquire(name: string): Promise<HeldLease | undefined>
  /** Whether this process holds the lease here, at its epoch. */
  holds(lease: Lease): boolean
  /** Renews all held leases now; runs by itself every 3 s, or 45 s where the process is alone. */
  renew(): Promise<void>
}

interface Held {
  name: string
  epoch: number
  /** Monotonic clock: steps of the wall clock neither end nor prolong a lease. */
  renewedAtMs: number
  abort: AbortController
}

export interface PgLeasesOptions {
  db: Database
  /**
   * Unique per process (`pod-name:random`), or fixed where only one process can exist (the single machine):
   * a restarted process then takes over its own leases at once.
   */
  owner: string
  /** No other process writes the database. */
  isOnlyWriter?: boolean
  times?: LeaseTimes
  monotonicMs?: () => number
  log?: (message: string) => void
}

/**
 * Leases in the service's own schema, by the database's clock, so that the fence is part of the guarded transaction.
 * `stop` releases every held lease.
 */
export const createPgLeases = (options: PgLeasesOptions): PgLeases => new PostgresLeases(options)

class PostgresLeases implements PgLeases {
  readonly isOnlyWriter: boolean
  private readonly held = new Map<string, Held>()
  private readonly times: LeaseTimes
  private readonly monotonicMs: () => number
  private timer: NodeJS.Timeout | undefined
  private renewing: Promise<void> | undefined
  private readonly unwatch: () => void

  constructor(private readonly options: PgLeasesOptions) {
    this.isOnlyWriter = options.isOnlyWriter ?? false
    this.times = options.times ?? (this.isOnlyWriter ? aloneTimes : leaseTimes)
    this.monotonicMs = options.monotonicMs ?? (() => performance.now())
    this.unwatch = addLeaseMetrics(() => this.held.keys())
  }

  async acquire(name: string): Promise<HeldLease | undefined> {
    if (this.held.has(name)) return undefined
    const askedAtMs = this.monotonicMs()
    const rows = await this.platform((tx) =>
      query<{ epoch: number }>(
        tx,
        sql`INSERT INTO session_lease AS l (name, owner, epoch, expires_at)
         VALUES (${name}, ${this.options.owner}, 1, clock_timestamp() + ${this.times.ttlMs} * interval '1 ms')
         ON CONFLICT (name) DO UPDATE
           SET owner = excluded.owner, epoch = l.epoch + 1, expires_at = excluded.expires_at, updated_at = clock_timestamp()
           WHERE l.owner IS NULL OR l.owner = excluded.owner OR l.expires_at < clock_timestamp()
         RETURNING epoch`,
      ),
    )
    const [row] = rows
    if (!row) return undefined
    // Two concurrent calls of ours may both succeed: the later epoch counts.
    this.drop(this.held.get(name))
    const held: Held = { name, epoch: row.epoch, renewedAtMs: askedAtMs, abort: new AbortController() }
    this.held.set(name, held)
    this.schedule()
    return this.toLease(held)
  }

  async fence(tx: Tx, lease: Lease): Promise<void> {
    const rows = await query(
      tx,
      sql`SELECT 1 FROM session_lease WHERE name = ${lease.name} AND owner = ${this.options.owner} AND epoch = ${lease.epoch} FOR SHARE`,
    )
    if (rows.length > 0) return
    const held = this.held.get(lease.name)
    if (held?.epoch === lease.epoch) this.lose(held)
    throw new AppError('ERR_LEASE_LOST', { detail: lease.name })
  }

  async freeAllOf(tx: Tx, owner: string): Promise<void> {
    await execute(
      tx,
      sql`UPDATE session_lease SET owner = NULL, updated_at = clock_timestamp() WHERE owner = ${owner}`,
    )
  }

  holds({ name, epoch }: Lease): boolean {
    return this.held.get(name)?.epoch === epoch
  }

  renew(): Promise<void> {
    return (this.renewing ??= this.renewAll().finally(() => (this.renewing = undefined)))
  }

  async stop(): Promise<void> {
    await this.renewing
    await this.releaseAll([...this.held.values()])
    this.schedule()
    this.unwatch()
  }

  private async renewAll(): Promise<void> {
    const mine = [...this.held.values()]
    const askedAtMs = this.monotonicMs()
    try {
      const alive = await this.extend(mine)
      for (const held of mine) {
        if (alive.has(held.name)) held.renewedAtMs = askedAtMs
        else this.lose(held)
      }
    } catch (error) {
      this.options.log?.(`Leases could not be renewed: ${String(error)}`)
    }
    for (const held of mine) if (this.sinceRenewal(held) >= this.times.loseAfterMs) this.lose(held)
  }

  /** Expired but not taken over: still valid, because no other holder has acted in between. */
  private async extend(mine: readonly Held[]): Promise<Set<string>> {
    const rows = await this.platform((tx) =>
      query<{ name: string }>(
        tx,
        sql`UPDATE session_lease l SET expires_at = clock_timestamp() + ${this.times.ttlMs} * interval '1 ms', updated_at = clock_timestamp()
         FROM unnest(${mine.map((held) => held.name)}::text[], ${mine.map((held) => held.epoch)}::bigint[]) AS mine (name, epoch)
         WHERE l.name = mine.name AND l.epoch = mine.epoch AND l.owner = ${this.options.owner}
         RETURNING l.name`,
      ),
    )
    return new Set(rows.map((row) => row.name))
  }

  private async releaseAll(held: readonly Held[]): Promise<void> {
    if (held.length === 0) return
    for (const each of held) this.drop(each)
    await this.platform((tx) =>
      execute(
        tx,
        sql`UPDATE session_lease l SET owner = NULL, updated_at = clock_timestamp()
         FROM unnest(${held.map(({ name }) => name)}::text[], ${held.map(({ epoch }) => epoch)}::bigint[]) AS mine (name, epoch)
         WHERE l.name = mine.name AND l.epoch = mine.epoch AND l.owner = ${this.options.owner}`,
      ),
    )
  }

  /** Taken over by another holder, or deleted. */
  private lose(held: Held): void {
    if (!held.abort.signal.aborted) leaseLost(held.name)
    this.drop(held)
  }

  private drop(held: Held | undefined): void {
    if (!held) return
    if (this.held.get(held.name) === held) this.held.delete(held.name)
    held.abort.abort(new AppError('ERR_LEASE_LOST', { detail: held.name }))
    this.schedule()
  }

  private toLease(held: Held): HeldLease {
    const isSuspended = () =>
      held.abort.signal.aborted || this.sinceRenewal(held) >= this.times.suspendAfterMs
    return {
      name: held.name,
      epoch: held.epoch,
      signal: held.abort.signal,
      get isSuspended() {
        return isSuspended()
      },
      release: () => this.releaseAll([held]),
    }
  }

  private sinceRenewal(held: Held): number {
    return this.monotonicMs() - held.renewedAtMs
  }

  /** Runs only while a lease is held. A hanging renewal must not keep a lost lease alive, so each tick checks the time first. */
  private schedule(): void {
    if (this.held.size === 0) {
      clearInterval(this.timer)
      this.timer = undefined
    } else {
      this.timer ??= setInterval(() => this.tick(), this.times.renewEveryMs)
    }
  }

  private tick(): void {
    for (const held of this.held.values())
      if (this.sinceRenewal(held) >= this.times.loseAfterMs) this.lose(held)
    void this.renew()
  }

  /** Platform scope: leases belong to processes, not to companies. */
  private platform<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.options.db.asPlatform(work)
  }
}
