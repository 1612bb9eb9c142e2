import { setTimeout as delay } from 'node:timers/promises'

import { SECOND } from '@balcao/kernel'

import { createTopics, readPartitions } from '../ensure-topics'
import { openKafka, topicName } from '../kafka-client'
import { KafkaProducer } from '../kafka-producer'
import { firstRecord } from '../kafka-record'
import type { KafkaSettings } from '../kafka-settings'
import { retryDelayMs } from '../retry-delay'
import { hasBegun } from './choose-generation'
import { generationName, listGenerations } from './generation-names'
import type { FoundTopic } from './plan-switch'
import { SharedAdmin } from './shared-admin'
import { listProgress, type GroupProgress } from './topic-groups'
import { fetchEnds } from './topic-offsets'

const LOOK_EVERY_MS = 200
const GONE_WITHIN_MS = 30 * SECOND
const BEGUN_WITHIN_MS = 30 * SECOND
const CLIENT = 'balcao-kafka-partitions'

/** A topic's generations on the brokers, as the command reads and changes them. */
export class GenerationTopics {
  private readonly admin: SharedAdmin
  private readonly topic: string

  /** @param topic without prefix. */
  constructor(
    private readonly settings: KafkaSettings,
    topic: string,
  ) {
    this.admin = new SharedAdmin(() => openKafka(settings, CLIENT))
    this.topic = topicName(settings, topic)
  }

  nameOf(generation: number): string {
    return generationName(this.topic, generation)
  }

  list(): Promise<FoundTopic[]> {
    return this.admin.ask(async (admin) => {
      const found = listGenerations(this.topic, await admin.listTopics()).map(async (generation) => {
        const ends = await fetchEnds(admin, this.nameOf(generation))
        return { generation, partitions: ends.size, hasBegun: hasBegun(ends) }
      })
      return Promise.all(found)
    })
  }

  listProgress(generation: number): Promise<GroupProgress[]> {
    return this.admin.ask((admin) => listProgress(admin, this.settings, { topic: this.topic, generation }))
  }

  async create(generation: number, partitions: number): Promise<void> {
    const { replication } = this.settings
    const name = this.nameOf(generation)
    await this.admin.use(async (admin) => {
      await createTopics(admin, [name], { replication, partitions })
      const [made] = await readPartitions(admin, [name])
      if (made?.partitions.length !== partitions)
        throw new Error(`${name} was made by another program meanwhile: run again`)
    })
  }

  /** Writes the first record, by which consumers see that it has begun: an idle topic would get none for days. */
  async begin(generation: number): Promise<void> {
    const producer = new KafkaProducer(openKafka(this.settings, CLIENT))
    const lastAtMs = performance.now() + BEGUN_WITHIN_MS
    try {
      for (let failures = 1; ; failures += 1) {
        try {
          await producer.send([{ topic: this.nameOf(generation), message: firstRecord() }])
          return
        } catch (error) {
          if (performance.now() > lastAtMs) throw error
          await delay(retryDelayMs(failures))
        }
      }
    } finally {
      await producer.close()
    }
  }

  async delete(generation: number): Promise<void> {
    const name = this.nameOf(generation)
    await this.admin.use((admin) => admin.deleteTopics({ topics: [name] }))
    const lastAtMs = performance.now() + GONE_WITHIN_MS
    while ((await this.admin.ask((admin) => admin.listTopics())).includes(name)) {
      if (performance.now() > lastAtMs) throw new Error(`${name} is still there`)
      await delay(LOOK_EVERY_MS)
    }
  }

  /** Of a deleted generation: its offsets went with it, and groups that have no others; those that Kafka still has are removed at once. */
  async deleteGroups(progress: readonly GroupProgress[]): Promise<void> {
    const groupIds = progress.map(({ groupId }) => groupId)
    if (groupIds.length > 0)
      await this.admin.use((admin) => admin.deleteGroups(groupIds)).catch(() => undefined)
  }

  close(): Promise<void> {
    return this.admin.close()
  }
}
