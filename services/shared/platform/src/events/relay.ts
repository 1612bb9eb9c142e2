import { MINUTE, SECOND, type Running } from '@balcao/kernel'

import type { PgDatabase } from '../postgres'
import type { EventTransport, WrittenGenerations } from './event-transport.port'
import { CaughtUp } from './caught-up'
import { MarkTimes } from './mark-times'
import { OutboxConnection } from './outbox-connection'
import type { OutboxHints, OutboxListener } from './outbox-hints'
import { RelayGenerations } from './relay-generations'
import { RelayWindow, type UnsentRow } from './relay-window'
import { WakeUp } from './wake-up'

/** Commits are announced; the poll finds rows whose hint was lost. */
const POLL_MS = 2 * SECOND
/** Where one process writes the database and reads every shard, no hint is lost but those of commands beside it (`npm run import`). */
const ALONE_POLL_MS = MINUTE
/** Where commits are not announced, and while consumers are too busy to be handed every announced row. */
const SHORT_POLL_MS = 200
/** Rows of one shard that are read at once, about: companies that wait share them, one each at least. */
const FETCHED_PER_SHARD = 64
const SHARE_EVERY_MS = 2 * SECOND
/** A relay that holds every shard learns of new relays by notification; the interval covers a lost notification. */
const SHARE_HOLDS_ALL_EVERY_MS = 10 * SECOND
/** As above, where no other process writes the database. */
const SHARE_ALONE_EVERY_MS = MINUTE
/** A relay that waits for shards sends a notification every 2 s: after so long without one, free shards belong to no relay's share. */
const QUIET_MS = 10 * SECOND
const RECONNECT_MS = 500

export interface RelayOptions {
  db: PgDatabase
  /** The same schema on the first primary, where `db` is on another one. */
  first?: PgDatabase
  transport: EventTransport
  /** Without them the outbox is read every 200 ms. */
  hints?: OutboxHints
  log?: (message: string) => void
}

export interface Relay extends Running {
  /** Stop the transport first: rows that its handlers finish are then still marked sent. */
  stop(): Promise<void>
  /** Unsent rows of the schema, as text; empty when there are none. */
  pending(): Promise<string[]>
  /** Stops at once without marking anything, as `kill -9` would. */
  abort(): Promise<void>
}

/**
 * Moves one schema's outbox to the transport. Each of the 8 shards has one relay at a time, by advisory lock; the schema's
 * relays share them equally. A relay with too many stops fetching a shard, waits for the rows in flight, and releases it.
 * Reconnects after losing its connection; published rows stay in flight, so no row is handled twice at once here.
 */
export const startRelay = (options: RelayOptions): Relay => new SchemaRelay(options)

class SchemaRelay implements Relay, OutboxListener {
  private readonly window = new RelayWindow()
  private readonly wakeUp = new WakeUp()
  private readonly caughtUp = new CaughtUp()
  private readonly markTimes: MarkTimes
  private readonly generations: RelayGenerations | undefined
  private readonly writer: Pick<EventTransport, 'publish'>
  private readonly unlisten: () => void
  private readonly running: Promise<void>
  private connection: OutboxConnection | undefined
  private isStopping = false
  private isAborted = false
  private isAnnounced = false
  /** Reads now instead of at the next poll. */
  private isDue = true
  private sharedAtMs = Number.NEGATIVE_INFINITY
  private askedAtMs = Number.NEGATIVE_INFINITY
  private isAsked = false

  constructor(private readonly options: RelayOptions) {
    this.markTimes = new MarkTimes(this.window, this.wakeUp, options.hints?.carriesRows ?? false)
    const written = options.transport.openGenerations?.()
    this.generations = written && this.openGenerations(written)
    this.writer = written ?? options.transport
    this.unlisten = options.hints?.listen(options.db.schema, this) ?? (() => undefined)
    this.running = this.run()
  }

  async stop(): Promise<void> {
    this.isStopping = true
    this.unlisten()
    this.wakeUp.call()
    await this.running
    this.wakeUp.cancel()
  }

  async abort(): Promise<void> {
    this.isAborted = true
    await this.stop()
  }

  async pending(): Promise<string[]> {
    const { schema } = this.options.db
    this.markTimes.hurry()
    try {
      const unsent = await this.connection?.countUnsent()
      if (unsent === undefined) return [`${schema}: outbox not connected`]
      return unsent > 0 ? [`${schema}: ${unsent} events unsent`] : []
    } catch (error) {
      return [`${schema}: outbox not readable: ${String(error)}`]
    }
  }

  announced(): void {
    this.isAnnounced = true
    this.due()
  }

  committed(rows: readonly UnsentRow[]): void {
    if (this.isStopping || this.generations?.isSwitching) return
    const mine = rows.filter(({ shard }) => this.connection?.reads(shard))
    const { rows: published, isAll } = this.caughtUp.take(mine)
    this.publish(published)
    if (!isAll) this.due()
  }

  uncertain(): void {
    this.caughtUp.reset()
    this.due()
  }

  private due = (): void => {
    this.isDue = true
    this.wakeUp.call()
  }

  private asked = (): void => {
    this.isAsked = true
    this.askedAtMs = performance.now()
    this.sharedAtMs = Number.NEGATIVE_INFINITY
    this.due()
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        const connection = await this.connect()
        // Without the lock nothing is published or marked.
        if ((await this.generations?.hold(connection)) !== false) await this.relay(connection)
      } catch (error) {
        if (this.isStopping) break
        this.options.log?.(
          `The relay of ${this.options.db.schema} reconnects: ${error instanceof Error ? error.message : String(error)}`,
        )
        this.wakeUp.cancel()
        await this.pauseBeforeConnecting()
      } finally {
        await this.disconnect()
      }
    }
  }

  /* What the lost connection still tells wakes the relay, and must not make it try again at once. */
  private async pauseBeforeConnecting(): Promise<void> {
    const untilMs = performance.now() + RECONNECT_MS
    while (!this.isStopping && performance.now() < untilMs)
      await this.wakeUp.sleep(Math.max(1, untilMs - performance.now()))
  }

  private async connect(): Promise<OutboxConnection> {
    const { server, schema } = this.options.db
    this.sharedAtMs = Number.NEGATIVE_INFINITY
    this.askedAtMs = performance.now()
    this.isDue = true
    const switching = () => this.generations?.switching()
    const on = { notified: this.due, asked: this.asked, switching, lost: this.due }
    this.connection = await OutboxConnection.open(server, schema, on)
    return this.connection
  }

  private async disconnect(): Promise<void> {
    const connection = this.connection
    this.connection = undefined
    this.caughtUp.reset()
    await connection?.close()
  }

  private async relay(connection: OutboxConnection): Promise<void> {
    let readAtMs = Number.NEGATIVE_INFINITY
    while (!this.isStopping && !this.generations?.isSwitching) {
      await this.shareShards(connection)
      await this.passOnHint(connection)
      await this.markAcknowledged(connection)
      if (this.wantsMore() || performance.now() - readAtMs >= this.pollMs) {
        readAtMs = performance.now()
        this.isDue = false
        if (await this.handOut(connection)) this.isDue = true
      }
      if (!this.wantsMore()) await this.wakeUp.sleep(Math.max(1, readAtMs + this.pollMs - performance.now()))
    }
    if (!this.isStopping) await this.generations?.settle(() => this.markAcknowledged(connection))
    this.markTimes.hurry()
    await this.markAcknowledged(connection)
  }

  private openGenerations(written: WrittenGenerations): RelayGenerations {
    const { window, wakeUp } = this
    const first = this.options.first?.server
    return new RelayGenerations({ first, written, window, wakeUp, isStopping: () => this.isStopping })
  }

  private async shareShards(connection: OutboxConnection): Promise<void> {
    if (performance.now() - this.sharedAtMs > this.shareEveryMs(connection)) {
      this.sharedAtMs = performance.now()
      const isQuiet = performance.now() - this.askedAtMs > QUIET_MS
      const isAsked = this.isAsked
      this.isAsked = false
      if (await connection.shareShards({ isAsked, isQuiet })) {
        this.caughtUp.fallBehind()
        this.isDue = true
      }
    }
    for (const shard of connection.surplusShards)
      if (!this.window.hasRowsOf(shard)) await connection.release(shard)
  }

  private shareEveryMs({ holdsAll }: OutboxConnection): number {
    if (!holdsAll) return SHARE_EVERY_MS
    return this.options.hints?.carriesRows ? SHARE_ALONE_EVERY_MS : SHARE_HOLDS_ALL_EVERY_MS
  }

  private get pollMs(): number {
    const { hints } = this.options
    if (!hints || this.window.isBusy) return SHORT_POLL_MS
    return hints.carriesRows && this.connection?.holdsAll ? ALONE_POLL_MS : POLL_MS
  }

  /** While consumers are busy the poll is enough: each read lists every row in flight. */
  private wantsMore(): boolean {
    return this.isDue && !this.window.isBusy
  }

  private async passOnHint(connection: OutboxConnection): Promise<void> {
    if (!this.isAnnounced) return
    this.isAnnounced = false
    if (!connection.holdsAll) await connection.notify()
  }

  private async markAcknowledged(connection: OutboxConnection): Promise<void> {
    if (this.isAborted || !this.markTimes.isDue()) return
    this.markTimes.marking()
    const rows = this.window.takeDone()
    try {
      await connection.mark(rows)
      this.window.marked(rows)
    } catch (error) {
      this.window.unmarked(rows)
      throw error
    }
  }

  /** True when there may be more rows. */
  private async handOut(connection: OutboxConnection): Promise<boolean> {
    if (!this.window.hasRoom()) return false
    await this.caughtUp.beginRead(connection)
    const full = this.window.listFull()
    const { rows, cutCompanies } = await connection.fetch(this.window.seqs(), full, FETCHED_PER_SHARD)
    if (this.isAborted) return false
    this.publish(rows)
    const ofFullKeys = full.keys.map(({ companyId }) => companyId)
    this.caughtUp.fallBehind([...full.companies, ...ofFullKeys, ...cutCompanies])
    const meanwhile = this.caughtUp.endRead()
    this.publish(meanwhile.rows)
    return cutCompanies.length > 0 || !meanwhile.isAll
  }

  private publish(rows: readonly UnsentRow[]): void {
    // A row may have been read before its commit was answered.
    const fresh = this.window.listUnknown(rows)
    const { admitted, skipped } = this.window.admit(fresh)
    this.caughtUp.fallBehind(this.window.hasRoom() ? skipped.map(({ companyId }) => companyId) : undefined)
    this.writer.publish(admitted, (row) => {
      // Rows that were skipped for lack of capacity may be published now.
      if (this.window.isLimiting) this.isDue = true
      this.window.acknowledge(row)
      this.markTimes.acknowledged()
    })
  }
}
