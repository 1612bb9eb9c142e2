import { SECOND } from '@balcao/kernel'

import type { ConsumerGroup } from '../consumer-group'
import type { Consumer } from '../consumer-groups'
import { WakeUp } from '../wake-up'
import { generationName, listGenerations } from './generations/generation-names'
import type { GenerationWatch, WatchedGroup } from './generations/generation-watch'
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
  watch: Pick<GenerationWatch, 'choose'>
  log: (message: string) => void
}

/** A generation of the group's topic, and the whole names in it. */
export interface ConsumedGeneration {
  readonly generation: number
  readonly topicName: string
  readonly groupName: string
}

/** A group's member in this process. Reconnects after every failure until it is stopped. */
export class KafkaGroup implements WatchedGroup {
  /** Names of the first generation. */
  readonly topic: string
  readonly group: string
  private consumed: ConsumedGeneration | undefined
  private next: number | undefined
  private readonly wakeUp = new WakeUp()
  private readonly running: Promise<void>
  private readonly positions = new Map<number, number>()
  private session: GroupSession | undefined
  private isStopping = false

  constructor(private readonly options: KafkaGroupOptions) {
    const { group, topic } = options.consumer.subscription
    this.topic = topicName(options.settings, topic)
    this.group = groupName(options.settings, group)
    this.running = this.run()
  }

  /** What it consumes; undefined before its first session. */
  get current(): ConsumedGeneration | undefined {
    return this.consumed
  }

  get generation(): number | undefined {
    return this.next ?? this.consumed?.generation
  }

  moveTo(generation: number): void {
    this.next = generation
    void this.session?.close()
  }

  get labels(): { group: string; topic: string } {
    const { group, topic } = this.options.consumer.subscription
    return { group, topic }
  }

  get assigned(): readonly number[] | undefined {
    return this.session?.assigned
  }

  /** Events being handled, and records before these ends in this member's partitions. @param ends by whole names of topics */
  pending(ends: ReadonlyMap<string, ReadonlyMap<number, number>>): string[] {
    const { group } = this.labels
    const generations = listGenerations(this.topic, [...ends.keys()])
    const { assigned, consumed } = this
    if (!assigned || !consumed) return generations.length > 0 ? [`${group}: joining`] : []
    const own = ends.get(consumed.topicName)
    const coming = assigned.filter((partition) => (own?.get(partition) ?? 0) > this.positionOf(partition))
    const later = generations.filter((generation) => generation > consumed.generation)
    return [
      ...(this.session?.pending() ?? []),
      ...coming.map((partition) => `${group}: records of partition ${partition} to come`),
      ...later.map((generation) => `${group}: records of generation ${generation} to come`),
    ]
  }

  /** All records of the generation before this offset are finished, here or by another member. */
  advance(of: ConsumedGeneration, partition: number, next: number): void {
    if (of === this.consumed && next > this.positionOf(partition)) this.positions.set(partition, next)
  }

  async stop(): Promise<void> {
    this.isStopping = true
    this.wakeUp.call()
    await this.session?.close()
    // A question to a broker that is away cannot be cancelled.
    await endsWithin(LONGEST_CLOSE_MS, this.running)
  }

  private positionOf(partition: number): number {
    return this.positions.get(partition) ?? 0
  }

  private async run(): Promise<void> {
    for (let failures = 0; !this.isStopping;) {
      try {
        const session = this.begin(await this.enterGeneration())
        await this.consume(session)
        failures = 0
      } catch (error) {
        failures = this.session?.assigned ? 1 : failures + 1
        const reason = error instanceof Error ? error.message : String(error)
        this.options.log(`${this.labels.group} begins again: ${reason}`)
      }
      if (!this.isStopping) await this.wakeUp.sleep(retryDelayMs(failures))
    }
  }

  private async consume(session: GroupSession): Promise<void> {
    try {
      if (this.isStopping) return
      await session.consume()
    } finally {
      // A handler that never ends does not block the other members of its group.
      if (!this.isStopping) await endsWithin(LONGEST_CLOSE_MS, session.close())
    }
  }

  /* Chosen before the first session, and by the watch from then on. */
  private async enterGeneration(): Promise<ConsumedGeneration> {
    const generation = this.generation ?? (await this.options.watch.choose(this))
    this.next = undefined
    if (this.consumed?.generation === generation) return this.consumed
    this.positions.clear()
    this.consumed = {
      generation,
      topicName: generationName(this.topic, generation),
      groupName: generationName(this.group, generation),
    }
    return this.consumed
  }

  private begin(consumed: ConsumedGeneration): GroupSession {
    const { consumer, openKafka, createLanes, memory, log } = this.options
    kafkaMetrics.sessions.add(1, { group: this.labels.group })
    this.session = new GroupSession({
      kafka: openKafka(),
      groupName: consumed.groupName,
      topicName: consumed.topicName,
      subscription: consumer.subscription,
      createLanes,
      memory,
      onProgress: (partition, next) => this.advance(consumed, partition, next),
      log,
    })
    return this.session
  }
}
