import { SECOND } from '@balcao/kernel'

import type { OutboxRow } from '../event-transport.port'
import { WakeUp } from '../wake-up'
import { kafkaMetrics } from './kafka-metrics'
import type { WrittenTopics } from './generations/written-topics'
import type { KafkaProducer, OutgoingRecord, PartitionEnd } from './kafka-producer'
import { toMessage } from './kafka-record'
import { retryDelayMs } from './retry-delay'
import { endsWithin } from './ends-within'
import { isTooLarge } from './is-too-large'
import { MOST_BATCH_RECORDS, takeBatch } from './take-batch'

interface Waiting {
  row: OutboxRow
  /** Of the row's relay. */
  topics: WrittenTopics
  acknowledged: (row: OutboxRow) => void
  sinceMs: number
  isForgotten?: boolean
}

/**
 * Publishes rows in order, one batch in flight: no row overtakes another of its key, even when batches are
 * retried. Retries until it is stopped; memory is bounded by the relays' windows.
 */
export class KafkaPublisher {
  private waiting: Waiting[] = []
  private sending: Promise<void> = Promise.resolve()
  private isSending = false
  private isStopped = false
  /** Rows of the batch that is on its way: the first of those that wait. */
  private sendingCount = 0
  private mostRows = MOST_BATCH_RECORDS
  private readonly heldKeys = new Set<string>()
  private readonly wakeUp = new WakeUp()

  constructor(
    private readonly producer: KafkaProducer,
    private readonly options: {
      log: (message: string) => void
      onPublished: (ends: readonly PartitionEnd[]) => void
    },
  ) {}

  publish(rows: readonly OutboxRow[], acknowledged: (row: OutboxRow) => void, topics: WrittenTopics): void {
    if (this.isStopped) return
    const sinceMs = performance.now()
    for (const row of rows) {
      if (!this.heldKeys.has(row.orderingKey)) this.waiting.push({ row, topics, acknowledged, sinceMs })
    }
    if (this.isSending || this.waiting.length === 0) return
    this.isSending = true
    this.sending = this.sendAll()
  }

  /** Rows of a relay that wait are not published, and those of a batch that fails are not sent again. Nothing is taken back. */
  forget(topics: WrittenTopics): void {
    this.waiting.forEach((waiting) => (waiting.isForgotten ||= waiting.topics === topics))
    this.waiting = this.waiting.filter(({ isForgotten }, index) => index < this.sendingCount || !isForgotten)
  }

  pending(): string[] {
    return this.waiting.length > 0 ? [`kafka: ${this.waiting.length} events to publish`] : []
  }

  /** Waits up to 5 s for the batch in flight to be acknowledged. */
  async stop(): Promise<void> {
    this.isStopped = true
    this.wakeUp.call()
    const ending = this.sending.then(() => this.producer.close())
    await endsWithin(5 * SECOND, ending)
  }

  private async sendAll(): Promise<void> {
    for (let failures = 0; this.waiting.length > 0 && !this.isStopped;) {
      const batch = this.nextBatch()
      try {
        if (await this.send(batch)) failures = 0
      } catch (error) {
        failures += 1
        kafkaMetrics.publishFailures.add()
        this.options.log(`${this.waiting.length} events wait for Kafka: ${errorMessage(error)}`)
        if (isTooLarge(error)) this.makeSmaller(batch)
        else if (!this.isStopped) await this.wakeUp.sleep(retryDelayMs(failures))
        this.waiting = this.waiting.filter(({ isForgotten }) => !isForgotten)
      }
    }
    this.isSending = false
  }

  /** False when it only found out to which topic the first row goes. */
  private async send(batch: readonly OutgoingRecord[]): Promise<boolean> {
    const [first] = this.waiting
    if (batch.length === 0 && first) {
      await first.topics.resolve(first.row)
      return false
    }
    this.sendingCount = batch.length
    try {
      this.acknowledged(batch.length, await this.producer.send(batch))
      return true
    } finally {
      this.sendingCount = 0
    }
  }

  private nextBatch(): OutgoingRecord[] {
    return takeBatch(this.listOutgoing(), this.mostRows, ({ message }) => Buffer.byteLength(message.value))
  }

  /* Made one by one: a batch may take few. It ends before a row whose topic is to be found out. */
  private *listOutgoing(): Generator<OutgoingRecord> {
    for (const { row, topics } of this.waiting) {
      const topic = topics.find(row)
      if (topic === undefined) return
      yield { topic, message: toMessage(row) }
    }
  }

  private acknowledged(count: number, ends: readonly PartitionEnd[]): void {
    const sent = this.waiting.splice(0, count)
    this.mostRows = MOST_BATCH_RECORDS
    this.options.onPublished(ends)
    for (const { row, acknowledged, sinceMs } of sent) {
      kafkaMetrics.published.add(1, { topic: row.topic })
      kafkaMetrics.publishMs.record(performance.now() - sinceMs, { topic: row.topic })
      acknowledged(row)
    }
  }

  /** A row that is larger than the topic accepts stays in its outbox with all later rows of its key; other keys go on. */
  private makeSmaller(batch: readonly OutgoingRecord[]): void {
    const [first] = this.waiting
    if (batch.length > 1 || !first || first.isForgotten) {
      this.mostRows = Math.max(1, Math.floor(batch.length / 2))
      return
    }
    const { eventId, orderingKey, schema } = first.row
    this.heldKeys.add(orderingKey)
    this.waiting = this.waiting.filter(({ row }) => row.orderingKey !== orderingKey)
    this.options.log(
      `Event ${eventId} of ${schema} is larger than the topic takes: its key waits for the next start`,
    )
  }
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
