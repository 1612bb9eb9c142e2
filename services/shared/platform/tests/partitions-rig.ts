import { setTimeout as delay } from 'node:timers/promises'

import type { Delivery } from '@balcao/kernel'
import {
  startRelay,
  switchTopic,
  type EventTransport,
  type Relay,
  type SwitchOptions,
  type SwitchStep,
} from '@balcao/platform'
import {
  eventLabel,
  EventLogRig,
  eventLogSchemas,
  subscribe,
  testDatabase,
  waitFor,
  type EventLogDriver,
  type TestDatabase,
} from '@balcao/testkit'

import { SWITCH_APPLICATION } from '../src/events/kafka/generations/switch-lock'
import { openKafka } from '../src/events/kafka/kafka-client'
import type { KafkaSettings } from '../src/events/kafka/kafka-settings'
import { kafkaDriver } from './kafka-support'

export const WAIT_MS = 120_000
/** Keys of events that are written on the other primary. */
export const OF_B = 'b:'
const KEYS_OF_B = 9

/** What a group without an inbox sees: each event once, whichever process had it, by key. */
export class Seen {
  readonly numbers = new Map<string, number[]>()
  private readonly ids = new Set<string>()

  readonly subscription = subscribe('seen', async ({ event }) => {
    if (this.ids.has(event.eventId) || event.body.$case !== 'settingChanged') return
    this.ids.add(event.eventId)
    const { key, value } = event.body.value
    this.numbers.set(key, [...(this.numbers.get(key) ?? []), Number(value)])
  })

  count(prefix = ''): number {
    const counted = [...this.numbers].filter(([key]) => key.startsWith(prefix))
    return counted.reduce((sum, [, { length }]) => sum + length, 0)
  }

  listDisorder(): string[] {
    return [...this.numbers].flatMap(([key, numbers]) =>
      numbers.every((number, index) => number === index + 1) ? [] : [`${key}: ${numbers.join()}`],
    )
  }
}

/** The same schemas on another primary: events of its own, and relays that know the first one. */
export class DeskOnB {
  written = 0
  private readonly log: EventLogRig
  private readonly relays: Relay[] = []

  constructor(
    driver: EventLogDriver,
    private readonly b: TestDatabase,
    private readonly first: TestDatabase,
  ) {
    this.log = new EventLogRig(driver, b)
  }

  startRelay(transport: EventTransport): void {
    const [db, first] = [this.b.db('producer'), this.first.db('producer')]
    this.relays.push(startRelay({ db, first, transport }))
  }

  async write(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const [key, n] = [this.written % KEYS_OF_B, Math.floor(this.written / KEYS_OF_B) + 1]
      await this.log.append([this.log.numbered(`${OF_B}${key}`, n)])
      this.written += 1
      await delay(10)
    }
  }

  /** On its own primary, as a service does for a company there. */
  countEffect(delivery: Delivery): Promise<void> {
    return this.log.countEffect(() => true)(delivery)
  }

  async expectAllOnceInOrder(): Promise<void> {
    await waitFor(async () => {
      const [row] = await this.b.sql<{ n: number }>('SELECT sum(n)::int AS n FROM consumer.effects')
      return row?.n === this.written
    })
    expect(await this.b.sql('SELECT * FROM consumer.disorder')).toEqual([])
  }

  async countPrepared(): Promise<number> {
    return (await this.b.sql('SELECT FROM producer.prepared_generations')).length
  }

  async stop(): Promise<void> {
    await Promise.all(this.relays.map((relay) => relay.stop()))
  }
}

/** A topic with three partitions whose events are written and counted while a command changes it. */
export class PartitionsRig {
  readonly driver: EventLogDriver
  readonly settings: () => KafkaSettings
  readonly said: string[] = []
  readonly log: EventLogRig
  private readonly writing: Promise<void>[] = []
  private isOver = false

  private constructor(
    readonly pg: TestDatabase,
    brokers: readonly string[],
  ) {
    const { driver, settings } = kafkaDriver(
      () => brokers,
      () => undefined,
      3,
    )
    this.driver = driver
    this.settings = settings
    this.log = new EventLogRig(driver, pg)
  }

  static async open(brokers: readonly string[]): Promise<PartitionsRig> {
    return new PartitionsRig(await testDatabase(eventLogSchemas), brokers)
  }

  async clean(): Promise<void> {
    this.said.length = 0
    await this.log.clean()
    await this.pg.sql('TRUNCATE producer.topic_generations')
  }

  async stop(): Promise<void> {
    await this.stopWriting()
    await this.log.stop()
  }

  options(partitions: number, ...others: readonly TestDatabase[]): SwitchOptions {
    return {
      settings: this.settings(),
      servers: [this.pg.admin, ...others.map(({ admin }) => admin)],
      schema: 'producer',
      topic: 'auth',
      partitions,
      waitMs: WAIT_MS,
      say: (text) => void this.said.push(text),
    }
  }

  /** Of the command. */
  async endSessions(on?: TestDatabase): Promise<void> {
    await this.pg.sql(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = coalesce($2, datname)',
      [SWITCH_APPLICATION, on?.admin.database],
    )
  }

  /** As `kill -9` at a step: its connections to Postgres end, and it does nothing more. */
  async switchKilledAt(of: SwitchOptions, at: SwitchStep): Promise<void> {
    await new Promise<void>((reached, failed) => {
      const onStep = (step: SwitchStep) => {
        if (step !== at) return Promise.resolve()
        reached()
        return new Promise<void>(() => undefined)
      }
      switchTopic({ ...of, onStep }).catch(failed)
    })
    await this.endSessions()
  }

  async ask<T>(work: (admin: ReturnType<ReturnType<typeof openKafka>['admin']>) => Promise<T>): Promise<T> {
    const admin = openKafka(this.settings(), 'test').admin()
    await admin.connect()
    try {
      return await work(admin)
    } finally {
      await admin.disconnect()
    }
  }

  async listTopics(): Promise<string[]> {
    const { topicPrefix } = this.settings()
    const all = await this.ask((admin) => admin.listTopics())
    return all.filter((name) => name.startsWith(`${topicPrefix}auth`)).sort()
  }

  topic(generation: number): string {
    return `${this.settings().topicPrefix}auth${generation === 1 ? '' : `.${generation}`}`
  }

  async countPartitions(generation: number): Promise<number> {
    return (await this.ask((admin) => admin.fetchTopicOffsets(this.topic(generation)))).length
  }

  async countMembers(group: string, generation: number): Promise<number> {
    const groupId = `${this.settings().topicPrefix}group.consumer.${group}${generation === 1 ? '' : `.${generation}`}`
    const { groups } = await this.ask((admin) => admin.describeGroups([groupId]))
    return groups[0]?.members.length ?? 0
  }

  /** The declared generation on each. */
  async listDeclared(...on: readonly TestDatabase[]): Promise<number[]> {
    const declared = on.map(async (one) => {
      const [row] = await one.sql<{ generation: number }>('SELECT generation FROM producer.topic_generations')
      return row?.generation ?? 1
    })
    return Promise.all(declared)
  }

  private async countEffects(): Promise<number> {
    const [row] = await this.pg.sql<{ n: number }>('SELECT sum(n)::int AS n FROM consumer.effects')
    return row?.n ?? 0
  }

  async goesOn(): Promise<void> {
    const before = await this.countEffects()
    await waitFor(async () => (await this.countEffects()) > before + 50)
  }

  /** Events of the other primary, too. */
  async bothGoOn(seen: Seen): Promise<void> {
    const before = seen.count(OF_B)
    await this.goesOn()
    await waitFor(() => seen.count(OF_B) > before + 10)
  }

  private async countBehind(): Promise<number> {
    const [row] = await this.pg.sql<{ n: number }>(
      'SELECT (SELECT sum(n) FROM producer.aggregates)::int - (SELECT sum(n) FROM consumer.effects)::int AS n',
    )
    return row?.n ?? 0
  }

  /* Never far ahead of the consumers: a company that is behind rests, and what waits has to end before a switch. */
  private async writeEvents(): Promise<void> {
    while (!this.isOver) {
      if ((await this.countBehind()) < 200) await this.log.writeSome(9)
      await delay(5)
    }
  }

  write(desk?: DeskOnB): void {
    if (desk) this.writeOn(desk)
    this.isOver = false
    this.writing.push(this.writeEvents(), this.writeEvents())
  }

  /** On the other primary only. */
  writeOn(desk: DeskOnB): void {
    this.isOver = false
    this.writing.push(desk.write(() => this.isOver))
  }

  async stopWriting(): Promise<void> {
    this.isOver = true
    await Promise.all(this.writing)
    this.writing.length = 0
  }

  startMember(seen: Seen, desk?: DeskOnB) {
    return this.log.start([
      subscribe('effects', async (delivery) => {
        if (eventLabel(delivery.event).startsWith(OF_B)) await desk?.countEffect(delivery)
        else await this.log.countEffect(() => true)(delivery)
      }),
      seen.subscription,
    ])
  }

  async expectAllOnceInOrder(seen: Seen, desk?: DeskOnB): Promise<void> {
    await this.stopWriting()
    await this.log.applied(WAIT_MS)
    const different = await this.pg.sql(
      'SELECT a.id FROM producer.aggregates a JOIN consumer.effects e USING (id) WHERE a.n <> e.n',
    )
    expect(different).toEqual([])
    expect(await this.pg.sql('SELECT * FROM consumer.disorder')).toEqual([])
    expect(await this.pg.sql('SELECT consumer FROM consumer.dead_events')).toEqual([])
    await desk?.expectAllOnceInOrder()
    const written = (await this.countEffects()) + (desk?.written ?? 0)
    await waitFor(() => seen.count() === written)
    expect(seen.listDisorder()).toEqual([])
    expect(await this.log.settled(WAIT_MS)).toBe(true)
  }
}
