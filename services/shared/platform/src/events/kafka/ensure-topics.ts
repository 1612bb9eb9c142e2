import { setTimeout as delay } from 'node:timers/promises'

import { allTopics } from '@balcao/contracts/wire'
import { DAY, SECOND } from '@balcao/kernel'

import { disconnect, openKafka, topicName, type Admin } from './kafka-client'
import type { KafkaSettings } from './kafka-settings'

/** As long as sent rows stay in the outbox. */
const RETENTION_MS = 7 * DAY
const KNOWN_WITHIN_MS = 20 * SECOND
const LARGEST_BATCH_BYTES = 4 * 1024 * 1024

/**
 * Creates the missing topics, one per `Topic` and the one of public events, and leaves existing ones unchanged.
 * @throws {Error} when a topic of the services has another number of partitions than configured: with another count a key's
 * events would land in two partitions and lose their order. The topic of public events may have been made by others.
 */
export async function ensureTopics(settings: KafkaSettings): Promise<void> {
  const admin = openKafka(settings, 'balcao-topics').admin()
  try {
    await admin.connect()
    const wanted = allTopics.map((topic) => topicName(settings, topic))
    const known = await admin.listTopics()
    const { publicEventsTopic } = settings
    const missing = [...wanted, ...(publicEventsTopic === undefined ? [] : [publicEventsTopic])].filter(
      (topic) => !known.includes(topic),
    )
    if (missing.length > 0) await create(admin, missing, settings)
    await assertPartitions(admin, wanted, settings)
  } finally {
    await disconnect(admin)
  }
}

async function create(admin: Admin, names: readonly string[], settings: KafkaSettings): Promise<void> {
  // Another migration job may create the topic first: that it exists already is no error.
  await admin.createTopics({
    // The library reports a topic that is not propagated yet as missing, so we poll the metadata ourselves.
    waitForLeaders: false,
    topics: names.map((topic) => ({
      topic,
      numPartitions: settings.partitions,
      replicationFactor: settings.replication,
      configEntries: Object.entries({
        'retention.ms': RETENTION_MS,
        'max.message.bytes': LARGEST_BATCH_BYTES,
        // An acknowledged event is on two brokers; one of three may be down.
        'min.insync.replicas': settings.replication > 2 ? 2 : 1,
      }).map(([name, value]) => ({ name, value: String(value) })),
    })),
  })
}

async function assertPartitions(
  admin: Admin,
  names: readonly string[],
  { partitions }: KafkaSettings,
): Promise<void> {
  const topics = await untilKnown(admin, names)
  const others = topics.filter((topic) => topic.partitions.length !== partitions)
  if (others.length === 0) return
  const found = others.map((topic) => `${topic.name} has ${topic.partitions.length}`).join(', ')
  throw new Error(
    `KAFKA_PARTITIONS is ${partitions}, but ${found}. Partitions are not changed here, because keys would move and ` +
      `events change their order: set KAFKA_PARTITIONS to what is there, or stop all services, let every group ` +
      `reach the end of its topics, and alter the topics by hand`,
  )
}

/** A new topic takes a moment to appear in the metadata. */
async function untilKnown(admin: Admin, names: readonly string[]) {
  const lastAtMs = performance.now() + KNOWN_WITHIN_MS
  for (;;) {
    try {
      return (await admin.fetchTopicMetadata({ topics: [...names] })).topics
    } catch (error) {
      if (performance.now() > lastAtMs) throw error
      await delay(200)
    }
  }
}
