import { setTimeout as delay } from 'node:timers/promises'

import { allTopics } from '@balcao/contracts/wire'
import { DAY, SECOND } from '@balcao/kernel'

import { listGenerations } from './generations/generation-names'
import { disconnect, openKafka, topicName, type Admin } from './kafka-client'
import type { KafkaSettings } from './kafka-settings'

/** As long as sent rows stay in the outbox. */
const RETENTION_MS = 7 * DAY
const KNOWN_WITHIN_MS = 20 * SECOND
const LARGEST_BATCH_BYTES = 4 * 1024 * 1024

/**
 * Creates the missing topics, one per `Topic` and the one of public events, and leaves existing ones unchanged. A topic with later generations is
 * there: its first one may have been deleted.
 * @throws {Error} when a topic of the services that has one generation has another number of partitions than configured: with another count a
 * key's events would land in two partitions and lose their order. The topic of public events may have been made by others.
 */
export async function ensureTopics(settings: KafkaSettings): Promise<void> {
  const admin = openKafka(settings, 'balcao-topics').admin()
  try {
    await admin.connect()
    const known = await admin.listTopics()
    const hasLaterGenerations = (topic: string) => (listGenerations(topic, known).at(-1) ?? 1) > 1
    const wanted = allTopics
      .map((topic) => topicName(settings, topic))
      .filter((topic) => !hasLaterGenerations(topic))
    const { publicEventsTopic } = settings
    const missing = [...wanted, ...(publicEventsTopic === undefined ? [] : [publicEventsTopic])].filter(
      (topic) => !known.includes(topic),
    )
    if (missing.length > 0) await createTopics(admin, missing, settings)
    if (wanted.length > 0) await assertPartitions(admin, wanted, settings)
  } finally {
    await disconnect(admin)
  }
}

/** @param names whole ones. */
export async function createTopics(
  admin: Admin,
  names: readonly string[],
  settings: Pick<KafkaSettings, 'partitions' | 'replication'>,
): Promise<void> {
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
  const topics = await readPartitions(admin, names)
  const others = topics.filter((topic) => topic.partitions.length !== partitions)
  if (others.length === 0) return
  const found = others.map((topic) => `${topic.name} has ${topic.partitions.length}`).join(', ')
  throw new Error(
    `KAFKA_PARTITIONS is ${partitions}, but ${found}. It is for new topics; those that are there would move keys, and events ` +
      `change their order: set KAFKA_PARTITIONS to what is there, and run node scripts/kafka-partitions.mjs ` +
      `--partitions ${partitions}, which begins new topics`,
  )
}

/** Of each topic. A new one takes a moment to appear in the metadata. */
export async function readPartitions(admin: Admin, names: readonly string[]) {
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
