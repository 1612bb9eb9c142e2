import { SECOND } from '@balcao/kernel'

import { createLogger } from '../../telemetry/logger'
import { disconnect, type Admin, type Kafka } from './kafka-client'
import type { KafkaGroup } from './kafka-group'

const EVERY_MS = 5 * SECOND
const log = createLogger('kafka')

type Ends = Map<number, { low: number; high: number }>

export interface Lag {
  value: number
  labels: { group: string; topic: string }
}

/** Measures every 5 s how far each group is behind, in the partitions of this process. */
export class LagMonitor {
  private readonly lags = new Map<KafkaGroup, number>()
  private timer: NodeJS.Timeout | undefined
  private measuring: Promise<void> = Promise.resolve()
  private admin: Admin | undefined
  private hasAnswered: boolean | undefined
  private isStopped = false

  constructor(
    private readonly openKafka: () => Kafka,
    private readonly groups: readonly KafkaGroup[],
  ) {
    if (groups.length > 0) this.again()
  }

  /** Undefined before the first measurement. */
  get isBrokerThere(): boolean | undefined {
    return this.hasAnswered
  }

  /** As of the last measurement. The sum over processes is the group's lag. */
  read(): Lag[] {
    return [...this.lags].map(([group, value]) => ({ value, labels: group.labels }))
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.measuring
    await this.drop()
    this.lags.clear()
  }

  private again(): void {
    if (this.isStopped) return
    this.timer = setTimeout(() => {
      this.measuring = this.measureAll().then(() => this.again())
    }, EVERY_MS)
  }

  /** Never rejects: after a failure the last measurement stays until the next succeeds. */
  private async measureAll(): Promise<void> {
    try {
      const admin = (this.admin ??= this.openKafka().admin())
      await admin.connect()
      const topics = [...new Set(this.groups.map(({ topicName }) => topicName))]
      const ends = new Map(await Promise.all(topics.map(async (topic) => this.fetchEnds(admin, topic))))
      for (const group of this.groups) await this.measure(admin, group, ends.get(group.topicName))
      this.hasAnswered = true
    } catch (error) {
      this.hasAnswered = false
      log.debug({ err: error }, 'lag not known')
      await this.drop()
    }
  }

  private async fetchEnds(admin: Admin, topic: string): Promise<[string, Ends]> {
    const offsets = await admin.fetchTopicOffsets(topic)
    return [
      topic,
      new Map(
        offsets.map(({ partition, low, high }) => [partition, { low: Number(low), high: Number(high) }]),
      ),
    ]
  }

  private async measure(admin: Admin, group: KafkaGroup, ends: Ends = new Map()): Promise<void> {
    const assigned = group.assigned ?? []
    if (assigned.length === 0) return void this.lags.set(group, 0)
    const [answer] = await admin.fetchOffsets({ groupId: group.groupName, topics: [group.topicName] })
    let behind = 0
    for (const { partition, offset } of answer?.partitions ?? []) {
      if (!assigned.includes(partition)) continue
      const { low, high } = ends.get(partition) ?? { low: 0, high: 0 }
      // Negative where the group has never committed.
      const next = Math.max(Number(offset), low)
      group.advance(partition, next)
      behind += Math.max(0, high - next)
    }
    this.lags.set(group, behind)
  }

  private async drop(): Promise<void> {
    const admin = this.admin
    this.admin = undefined
    await disconnect(admin)
  }
}
