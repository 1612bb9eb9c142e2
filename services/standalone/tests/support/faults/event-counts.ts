import type { Subscription } from '@balcao/kernel'
import type { Missing } from '@balcao/testkit'
import { Kafka, logLevel, type Admin } from 'kafkajs'

import { createUnconnectedServices } from '../unconnected-services'
import type { FaultDesk } from './fault-desk'

const PREFIX = 'balcao.'
/* Groups that claim nothing for events without effect, or only drop what a cache holds: their lag is checked instead. */
const WITHOUT_CLAIMS = [
  'billing.charges',
  'campaigns.contacts',
  'campaigns.messages',
  'tickets.pictures',
  'tickets.settings',
]

/** A group, and the schema of its inbox. */
export interface ConsumerGroup {
  subscription: Subscription
  schema: string
}

/** Group names as the product declares them. */
export const consumerGroups = (): ConsumerGroup[] =>
  createUnconnectedServices().flatMap(({ consumers, migrations }) =>
    consumers.map((subscription) => ({ subscription, schema: migrations.schema })),
  )

/** Compares events written, records on topics and claims of each group. */
export class EventCounts {
  readonly groups = consumerGroups()
  private readonly kafka: Kafka

  constructor(private readonly desk: Pick<FaultDesk, 'sql' | 'engines'>) {
    const brokers = [desk.engines.kafka.env.KAFKA_BROKERS ?? '']
    this.kafka = new Kafka({ clientId: 'accounts', brokers, logLevel: logLevel.NOTHING })
  }

  private get schemas(): string[] {
    return [...new Set([...this.groups.map(({ schema }) => schema), 'campaigns', 'realtime'])]
  }

  private outboxes(columns: string): string {
    return this.schemas.map((schema) => `SELECT ${columns} FROM ${schema}.outbox`).join(' UNION ALL ')
  }

  /** Rows that are not sent, claims that are missing, records that are not consumed. */
  async missing(): Promise<Missing> {
    const [unsent] = await this.desk.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM (${this.outboxes('sent')}) o WHERE NOT sent`,
    )
    const claiming = this.groups.filter(({ subscription }) => !WITHOUT_CLAIMS.includes(subscription.group))
    const claims = await Promise.all(claiming.map((group) => this.unclaimed(group)))
    return { 'rows to send': unsent?.count ?? 0, ...Object.assign({}, ...claims), ...(await this.lags()) }
  }

  private async unclaimed({ subscription, schema }: ConsumerGroup): Promise<Missing> {
    const { group, topic, cases } = subscription
    const [row] = await this.desk.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM (${this.outboxes('id, topic, type')}) o
       WHERE topic = $1 AND type = ANY ($2)
         AND NOT EXISTS (SELECT FROM ${schema}.inbox i WHERE i.consumer = $3 AND i.event_id = o.id)
         AND NOT EXISTS (SELECT FROM ${schema}.dead_events d WHERE d.consumer = $3 AND d.event_id = o.id)`,
      [topic, cases, group],
    )
    return { [`claims of ${group}`]: row?.count ?? 0 }
  }

  /** Claims of unknown events, or of cases that the group does not handle. */
  async excess(): Promise<Missing> {
    const counts = await Promise.all(
      this.groups.map(async ({ subscription: { group, topic, cases }, schema }) => {
        const [row] = await this.desk.sql<{ count: number }>(
          `SELECT count(*)::int AS count FROM ${schema}.inbox i WHERE consumer = $3
             AND NOT EXISTS (SELECT FROM (${this.outboxes('id, topic, type')}) o WHERE o.id = i.event_id AND topic = $1 AND type = ANY ($2))`,
          [topic, cases, group],
        )
        return [group, row?.count ?? 0] as const
      }),
    )
    return Object.fromEntries(counts.filter(([, count]) => count > 0))
  }

  async dead(): Promise<{ consumer: string; type: string; error: string }[]> {
    const of = (schema: string) => `SELECT consumer, type, error FROM ${schema}.dead_events`
    return this.desk.sql(this.schemas.map(of).join(' UNION ALL '))
  }

  /** Records that a group has not committed, by the broker's offsets. */
  async lags(): Promise<Missing> {
    const admin = this.kafka.admin()
    await admin.connect()
    try {
      const lags = await Promise.all(this.groups.map((group) => this.lagOf(admin, group)))
      return Object.fromEntries(lags)
    } finally {
      await admin.disconnect()
    }
  }

  private async lagOf(admin: Admin, { subscription }: ConsumerGroup): Promise<[string, number]> {
    const topic = `${PREFIX}${subscription.topic}`
    const groupId = `${PREFIX}group.${subscription.group}`
    const ends = await admin.fetchTopicOffsets(topic)
    const [answer] = await admin.fetchOffsets({ groupId, topics: [topic] })
    const next = new Map(answer?.partitions.map(({ partition, offset }) => [partition, Number(offset)]))
    // Negative where nothing was ever committed.
    const behind = ends.map(({ partition, high }) => Number(high) - Math.max(0, next.get(partition) ?? 0))
    return [`lag of ${subscription.group}`, behind.reduce((total, count) => total + count, 0)]
  }

  /** Event ids on the topics by topic, each once, and those in the outboxes. */
  async records(): Promise<{ onTopics: Map<string, Set<string>>; written: Map<string, Set<string>> }> {
    const rows = await this.desk.sql<{ id: string; topic: string }>(this.outboxes('id, topic'))
    const written = new Map<string, Set<string>>()
    for (const { id, topic } of rows) written.set(topic, (written.get(topic) ?? new Set()).add(id))
    return { onTopics: await this.readTopics([...written.keys()]), written }
  }

  private async readTopics(topics: readonly string[]): Promise<Map<string, Set<string>>> {
    const ids = new Map(topics.map((topic) => [topic, new Set<string>()]))
    const admin = this.kafka.admin()
    await admin.connect()
    const ends = await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(`${PREFIX}${topic}`)))
    await admin.disconnect()
    let left = ends.flat().reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0)
    const consumer = this.kafka.consumer({ groupId: `accounts-${Date.now()}` })
    await consumer.connect()
    try {
      await consumer.subscribe({ topics: topics.map((topic) => `${PREFIX}${topic}`), fromBeginning: true })
      await new Promise<void>((resolve, reject) => {
        if (left === 0) resolve()
        const eachMessage = ({
          topic,
          message,
        }: {
          topic: string
          message: { headers?: { [key: string]: unknown } }
        }) => {
          ids.get(topic.slice(PREFIX.length))?.add(String(message.headers?.['event-id']))
          left -= 1
          if (left === 0) resolve()
          return Promise.resolve()
        }
        consumer.run({ eachMessage }).catch(reject)
      })
    } finally {
      await consumer.disconnect()
    }
    return ids
  }
}
