import { setTimeout as delay } from 'node:timers/promises'

import { companyId, type CompanyId } from '@balcao/contracts'
import { deskEvent, type DeskEvent } from '@balcao/contracts/wire'
import { AppError, type Delivery, type EventLog, type Subscription } from '@balcao/kernel'
import {
  createEventLog,
  createIds,
  createInbox,
  createOutboxHints,
  execute,
  query,
  startRelay,
  type Consumer,
  type EventTransport,
  type OutboxHints,
  type Relay,
} from '@balcao/platform'

import type { TestDatabase } from '../database/test-database'
import { fixedClock } from '../fakes/fixed-clock'
import { waitFor } from '../wait-for'

export interface EventLogDriver {
  name: string
  /** A row is acknowledged when its handlers are done (`process`), or when a broker has it (`broker`). */
  carriedBy: 'process' | 'broker'
  /** Whether relays get committed rows from memory. */
  carriesRows?: boolean
  /** Discards what earlier tests published. */
  reset?(): Promise<void>
  /** Minimum time between kills; a broker's consumers need time to join. */
  lifeMs?: number
  /** A transport that delivers to these consumers, with these retry delays. */
  open(options: { consumers: readonly Consumer[]; retryDelaysMs: readonly number[] }): EventTransport
}

const AGGREGATES = 60
const QUICK = [5, 10, 20, 40]
const acme = companyId(7)
/* Most of what is written is acme's. */
const others = [companyId(8), companyId(9)]
const ownerOf = (aggregate: number): CompanyId => others[aggregate % 10] ?? acme

export const eventLogSchemas = [
  {
    schema: 'producer',
    migrations: [
      {
        name: '20260901T100000-create-aggregates',
        up: `CREATE TABLE aggregates (id integer PRIMARY KEY, n integer NOT NULL);
             INSERT INTO aggregates SELECT id, 0 FROM generate_series(0, ${AGGREGATES - 1}) AS id;`,
      },
    ],
  },
  {
    schema: 'consumer',
    migrations: [
      {
        name: '20260901T100000-create-effects',
        up: `CREATE TABLE effects (id integer PRIMARY KEY, n integer NOT NULL);
             INSERT INTO effects SELECT id, 0 FROM generate_series(0, ${AGGREGATES - 1}) AS id;
             CREATE TABLE disorder (id integer NOT NULL, n integer NOT NULL);`,
      },
    ],
  },
]

export interface StartedLog {
  relay: Relay
  transport: EventTransport
}

/** `ticket:1#2`: the second event of that key. */
export const eventLabel = (event: DeskEvent): string =>
  event.body.$case === 'settingChanged'
    ? `${event.body.value.key}#${event.body.value.value}`
    : event.body.$case

export const subscribe = (purpose: string, handle: (delivery: Delivery) => Promise<void>): Subscription => ({
  group: `consumer.${purpose}`,
  topic: 'auth',
  cases: ['settingChanged'],
  handle,
})

/** A producer's and a consumer's schema with relays between them that can be started, stopped and killed. */
export class EventLogRig {
  readonly stamp = { ids: createIds(), clock: fixedClock() }
  private readonly inbox = createInbox()
  private readonly hints: OutboxHints
  private readonly log: EventLog
  private readonly started = new Set<StartedLog>()
  private readonly dying = new Set<Promise<void>>()

  constructor(
    private readonly driver: EventLogDriver,
    private readonly pg: TestDatabase,
  ) {
    this.hints = createOutboxHints({ isOnlyWriter: driver.carriesRows ?? false })
    this.log = createEventLog('producer', this.hints)
  }

  async clean(): Promise<void> {
    await this.driver.reset?.()
    await this.pg.sql('TRUNCATE producer.outbox, consumer.inbox, consumer.dead_events, consumer.disorder')
    await this.pg.sql('UPDATE producer.aggregates SET n = 0')
    await this.pg.sql('UPDATE consumer.effects SET n = 0')
  }

  start(subscriptions: readonly Subscription[], retryDelaysMs: readonly number[] = QUICK): StartedLog {
    const consumers = subscriptions.map((subscription) => ({ subscription, db: this.pg.db('consumer') }))
    const transport = this.driver.open({ consumers, retryDelaysMs })
    const log = { transport, relay: startRelay({ db: this.pg.db('producer'), transport, hints: this.hints }) }
    this.started.add(log)
    return log
  }

  /** Not awaited: after a kill, old handlers' transactions may still be open when the next relay starts. */
  async kill(log: StartedLog): Promise<void> {
    const dying = log.transport.stop()
    this.dying.add(dying)
    void dying.then(() => this.dying.delete(dying))
    await log.relay.abort()
    this.started.delete(log)
  }

  async stop(): Promise<void> {
    for (const { transport, relay } of this.started) {
      await transport.stop()
      await relay.stop()
    }
    this.started.clear()
    await Promise.all(this.dying)
  }

  numbered(key: string, n: number, company = acme): DeskEvent {
    return deskEvent(this.stamp, { companyId: company, orderingKey: key }, 'settingChanged', {
      key,
      value: String(n),
    })
  }

  append(events: readonly DeskEvent[]): Promise<void> {
    return this.pg.db('producer').withTenant(acme, (tx) => this.log.append(tx, events))
  }

  /** Changes the outbox behind the event log's back; the relay looks at once, not at its next poll. */
  async tamper(statement: string, values: readonly unknown[] = []): Promise<void> {
    await this.pg.sql(statement, [...values])
    this.hints.announce('producer')
  }

  async countUnsent(): Promise<number> {
    const [row] = await this.pg.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM producer.outbox WHERE NOT sent',
    )
    return row?.n ?? -1
  }

  /** How many shards each relay holds, by the locks of their sessions. */
  async countShards(): Promise<number[]> {
    const rows = await this.pg.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       GROUP BY pid ORDER BY 1`,
    )
    return rows.map(({ n }) => n)
  }

  /** No unsent rows, and no work in started transports. */
  settled(timeoutMs?: number): Promise<boolean> {
    return waitFor(async () => (await this.countUnsent()) === 0 && this.pending().length === 0, timeoutMs)
  }

  pending(): string[] {
    return [...this.started].flatMap(({ transport }) => transport.pending())
  }

  /** As many effects as there are events. */
  applied(timeoutMs?: number): Promise<boolean> {
    return waitFor(async () => {
      const [row] = await this.pg.sql<{ isEqual: boolean }>(
        'SELECT (SELECT sum(n) FROM producer.aggregates) = (SELECT sum(n) FROM consumer.effects) AS "isEqual"',
      )
      return row?.isEqual ?? false
    }, timeoutMs)
  }

  /** One business transaction: locks its aggregate, increments it, appends; sometimes slow to commit, sometimes rolled back. */
  async writeSome(most: number): Promise<number> {
    const id = Math.floor(Math.random() * AGGREGATES)
    const times = Math.min(most, 1 + Math.floor(Math.random() * 9))
    const isUndone = Math.random() < 0.05
    const owner = ownerOf(id)
    const work = this.pg.db('producer').withTenant(owner, async (tx) => {
      const [row] = await query<{ n: number }>(
        tx,
        'UPDATE aggregates SET n = n + $2 WHERE id = $1 RETURNING n',
        [id, times],
      )
      const first = (row?.n ?? 0) - times + 1
      await this.log.append(
        tx,
        Array.from({ length: times }, (_, index) => this.numbered(`ticket:${id}`, first + index, owner)),
      )
      if (Math.random() < 0.1) await delay(Math.random() * 10)
      if (isUndone) throw new AppError('ERR_NOT_FOUND')
    })
    await work.catch((error: unknown) => {
      if (!isUndone) throw error
    })
    return isUndone ? 0 : times
  }

  /** The effect of number n succeeds only right after n − 1: loss, duplicates and disorder all show. */
  countEffect(isAlive: () => boolean): (delivery: Delivery) => Promise<void> {
    return async ({ event }) => {
      const [key = '', n] = eventLabel(event).split('#')
      const [id, number] = [Number(key.split(':')[1]), Number(n)]
      await this.pg.db('consumer').withTenant(event.companyId, async (tx) => {
        if (!(await this.inbox.claim(tx, 'consumer.effects', event.eventId))) return
        const done = await execute(tx, 'UPDATE effects SET n = $2 WHERE id = $1 AND n = $2 - 1', [id, number])
        if (done !== 1) await execute(tx, 'INSERT INTO disorder (id, n) VALUES ($1, $2)', [id, number])
        // Simulates a killed process: neither committed nor answered.
        if (!isAlive()) throw new Error('killed')
      })
      if (!isAlive()) throw new Error('killed')
    }
  }
}
