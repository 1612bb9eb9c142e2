import { SECOND } from '@balcao/kernel'

import type { ConsumerGroup } from '../consumer-group'
import type { Consumer } from '../consumer-groups'
import { WakeUp } from '../wake-up'
import { GroupSession } from './group-session'
import { groupName, topicName, type Kafka } from './kafka-client'
import { kafkaMetrics } from './kafka-metrics'
import type { KafkaSettings } from './kafka-settings'
import { retryDelayMs } from './retry-delay'
import type { MemoryBudget } from './memory-budget'
import { endsWithin } from './ends-within'

const LONGEST_CLOSE_MS = 10 * SECOND

export interface KafkaGroupOptions {
  consumer: Consumer
  settings: KafkaSettings
  /** A client per session: the library shares offsets between the consumers of a client. */
  openKafka: () => Kafka
  createLanes: () => ConsumerGroup
  memory: MemoryBudget
  log: (message: string) => void
}

/** A group's member in this process. Reconnects after every failure until it is stopped. */
export class KafkaGroup {
  readonly topicName: string
  readonly groupName: string
  private readonly wakeUp = new WakeUp()
  private readonly running: Promise<void>
  private readonly positions = new Map<number, number>()
  private session: GroupSession | undefined
  private isStopping = false

  constructor(private readonly options: KafkaGroupOptions) {
    const { group, topic } = options.consumer.subscription
    this.topicName = topicName(options.settings, topic)
    this.groupName = groupName(options.settings, group)
    this.running = this.run()
  }

  get labels(): { group: string; topic: string } {
    const { group, topic } = this.options.consumer.subscription
    return { group, topic }
  }

  get assigned(): readonly number[] | undefined {
    return this.session?.assigned
  }

  /** Events being handled, and records before `ends` in this member's partitions. */
  pending(ends: ReadonlyMap<number, number>): string[] {
    const { group } = this.labels
    const assigned = this.assigned
    if (!assigned) return ends.size > 0 ? [`${group}: joining`] : []
    const coming = assigned.filter((partition) => (ends.get(partition) ?? 0) > this.positionOf(partition))
    return [
      ...(this.session?.pending() ?? []),
      ...coming.map((partition) => `${group}: records of partition ${partition} to come`),
    ]
  }

  /** All records before this offset are finished, here or by another member. */
  advance(partition: number, next: number): void {
    if (next > this.positionOf(partition)) this.positions.set(partition, next)
  }

  async stop(): Promise<void> {
    this.isStopping = true
    this.wakeUp.call()
    await this.session?.close()
    await this.running
  }

  private positionOf(partition: number): number {
    return this.positions.get(partition) ?? 0
  }

  private async run(): Promise<void> {
    for (let failures = 0; !this.isStopping;) {
      const session = this.begin()
      try {
        await session.consume()
      } catch (error) {
        failures = session.assigned ? 1 : failures + 1
        const reason = error instanceof Error ? error.message : String(error)
        this.options.log(`${this.labels.group} begins again: ${reason}`)
      }
      if (this.isStopping) return
      // A handler that never ends does not block the other members of its group.
      await endsWithin(LONGEST_CLOSE_MS, session.close())
      await this.wakeUp.sleep(retryDelayMs(failures))
    }
  }

  private begin(): GroupSession {
    const { consumer, openKafka, createLanes, memory, log } = this.options
    kafkaMetrics.sessions.add(1, { group: this.labels.group })
    this.session = new GroupSession({
      kafka: openKafka(),
      groupName: this.groupName,
      topicName: this.topicName,
      subscription: consumer.subscription,
      createLanes,
      memory,
      onProgress: (partition, next) => this.advance(partition, next),
      log,
    })
    return this.session
  }
}
