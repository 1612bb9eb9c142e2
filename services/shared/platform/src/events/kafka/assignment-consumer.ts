import { SECOND, type Subscription } from '@balcao/kernel'

import { createLogger } from '../../telemetry/logger'
import type { ConsumerGroup } from '../consumer-group'
import type { TransportedEvent } from '../event-transport.port'
import type { EachBatchPayload, KafkaMessage } from './kafka-client'
import { kafkaMetrics } from './kafka-metrics'
import { isFirstRecord, readEventCase, readRecord } from './kafka-record'
import { OffsetWindow } from './offset-window'
import type { MemoryBudget } from './memory-budget'
import { endsWithin } from './ends-within'

/** Records of one partition whose handlers have not ended. More than the retries of one key can fill. */
const MOST_UNFINISHED = 2_000
/** Records read beyond an unfinished one; that many are delivered again after a crash. */
const LONGEST_SPAN = 20_000
/** How long handlers of the previous assignment may run before the next starts. Well below the session timeout. */
const HAND_OVER_MS = 5 * SECOND

const log = createLogger('kafka')

export interface AssignmentOptions {
  subscription: Subscription
  /** With its prefix and its generation. */
  topicName: string
  /** A new consumer group without queued events. */
  lanes: ConsumerGroup
  memory: MemoryBudget
  /** All records before this offset of a partition are finished. */
  onProgress: (partition: number, next: number) => void
  log: (message: string) => void
}

/**
 * Consumes one assignment of partitions: queues records in lanes, pauses partitions with too many unfinished records,
 * commits finished offsets. The next assignment gets its own instance and re-reads what this one left unfinished.
 */
export class AssignmentConsumer {
  private readonly windows = new Map<number, OffsetWindow>()
  private readonly committed = new Map<number, number>()
  private readonly paused = new Map<number, () => void>()
  private commitOffsets: EachBatchPayload['commitOffsetsIfNecessary'] | undefined
  private committing: Promise<void> | undefined
  private heldBytes = 0
  private stopping: Promise<void> | undefined
  private readonly begun: Promise<unknown>

  constructor(
    private readonly options: AssignmentOptions,
    previous: AssignmentConsumer | undefined,
  ) {
    this.begun = previous ? endsWithin(HAND_OVER_MS, previous.stop()) : Promise.resolve()
  }

  /** Returns when the records are queued, not when they are handled: fetching and heartbeats continue meanwhile. */
  async take(payload: EachBatchPayload): Promise<void> {
    await this.begun
    if (this.stopping) return
    this.commitOffsets = payload.commitOffsetsIfNecessary
    const { partition, messages } = payload.batch
    for (const message of messages) this.admit(partition, message)
    const { unfinishedCount, span } = this.getWindow(partition)
    const isFull = unfinishedCount >= MOST_UNFINISHED || span >= LONGEST_SPAN || this.options.memory.isFull
    if (isFull && !this.paused.has(partition)) this.paused.set(partition, payload.pause())
  }

  pending(): string[] {
    return this.options.lanes.pending()
  }

  /** Resumes paused partitions that have capacity again. */
  resumePartitions(): void {
    for (const [partition, resume] of this.paused) {
      const { unfinishedCount, span } = this.getWindow(partition)
      const isLight = unfinishedCount < MOST_UNFINISHED / 2 && span < LONGEST_SPAN / 2
      if (!isLight || !this.options.memory.isHalfFree) continue
      this.paused.delete(partition)
      resume()
    }
  }

  /** Commits finished offsets. A failed commit is ignored: the next one commits more. */
  async commit(): Promise<void> {
    await this.committing
    this.committing = this.commitFinished()
    await this.committing
    this.committing = undefined
  }

  get isCommitting(): boolean {
    return this.committing !== undefined
  }

  /** Starts no more handlers; resolves when the running ones have ended. */
  stop(): Promise<void> {
    this.stopping ??= this.options.lanes.stop().then(() => {
      this.options.memory.release(this.heldBytes)
      this.heldBytes = 0
    })
    return this.stopping
  }

  private getWindow(partition: number): OffsetWindow {
    const known = this.windows.get(partition)
    if (known) return known
    const fresh = new OffsetWindow()
    this.windows.set(partition, fresh)
    return fresh
  }

  private admit(partition: number, message: KafkaMessage): void {
    const window = this.getWindow(partition)
    const opened = window.begin(Number(message.offset))
    const finish = () => {
      window.finish(opened)
      if (window.next !== undefined) this.options.onProgress(partition, window.next)
    }
    const event = this.read(partition, message)
    if (!event) return finish()
    const bytes = message.value?.length ?? 0
    this.hold(bytes)
    this.options.lanes.add(event, () => {
      this.hold(-bytes)
      finish()
      if (this.paused.size > 0) this.resumePartitions()
    })
  }

  private hold(bytes: number): void {
    this.heldBytes += bytes
    this.options.memory.take(bytes)
  }

  /** Undefined for cases this group does not handle, for undecodable records and a generation's first: all are skipped. */
  private read(partition: number, message: KafkaMessage): TransportedEvent | undefined {
    const { group, topic } = this.options.subscription
    if (isFirstRecord(message)) return undefined
    try {
      if (!this.options.lanes.wants({ topic, type: readEventCase(message) })) return undefined
      return readRecord(topic, message)
    } catch (error) {
      kafkaMetrics.malformed.add(1, { group })
      const fault = error instanceof Error ? error.message : 'unreadable'
      this.options.log(`${group} skips record ${message.offset} of ${topic}/${partition}: ${fault}`)
      return undefined
    }
  }

  private async commitFinished(): Promise<void> {
    const finished = [...this.windows].flatMap(([partition, { next }]) =>
      next === undefined || next === this.committed.get(partition) ? [] : [{ partition, next }],
    )
    const [first] = finished
    if (!first || !this.commitOffsets) return
    const partitions = finished.map(({ partition, next }) => ({ partition, offset: String(next) }))
    try {
      await this.commitOffsets({ topics: [{ topic: this.options.topicName, partitions }] })
      for (const { partition, next } of finished) this.committed.set(partition, next)
    } catch (error) {
      log.debug({ err: error, group: this.options.subscription.group }, 'offsets not committed')
    }
  }
}
