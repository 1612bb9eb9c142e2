import { groupBy } from '@balcao/kernel'

import type { OutboxRow } from '../event-transport.port'
import {
  disconnect,
  Partitioners,
  RETRY,
  topicName,
  type ICustomPartitioner,
  type Kafka,
  type Message,
  type Producer,
  type RecordMetadata,
} from './kafka-client'
import { toMessage } from './kafka-record'
import type { KafkaSettings } from './kafka-settings'

/** A partition, and the offset after the last record that was written to it. */
export interface PartitionEnd {
  topic: string
  partition: number
  next: number
}

/** A row with the bytes that travel. */
export interface Outgoing {
  row: OutboxRow
  message: Message & { value: string }
}

export const outgoing = (row: OutboxRow): Outgoing => ({ row, message: toMessage(row) })

const placeOf = (topic: string, partition: number) => `${topic}/${partition}`

/**
 * Writes batches, one after the other. After a failure its producer is gone: whatever the broker thinks of that one's
 * sequence numbers, the next begins with its own, and consumers know repeats by their ids.
 */
export class KafkaProducer {
  private current: Producer | undefined
  /** Where the library put each message of the batch in hand. */
  private readonly places = new Map<Message, string>()

  constructor(
    private readonly kafka: Kafka,
    private readonly settings: KafkaSettings,
  ) {}

  /** Resolves when every row lies on the brokers. A failure leaves open which rows do: send all of them again. */
  async send(batch: readonly Outgoing[]): Promise<PartitionEnd[]> {
    const producer = (this.current ??= this.create())
    try {
      // Does nothing where it is connected already.
      await producer.connect()
      this.places.clear()
      const answers = await producer.sendBatch({ acks: -1, topicMessages: this.byTopic(batch) })
      return this.confirmed(answers)
    } catch (error) {
      this.current = undefined
      await disconnect(producer)
      throw error
    }
  }

  async close(): Promise<void> {
    const producer = this.current
    this.current = undefined
    await disconnect(producer)
  }

  private create(): Producer {
    return this.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: this.choosePlaces,
      retry: RETRY,
    })
  }

  private byTopic(batch: readonly Outgoing[]) {
    return [...groupBy(batch, ({ row }) => row.topic)].map(([topic, of]) => ({
      topic: topicName(this.settings, topic),
      messages: of.map(({ message }) => message),
    }))
  }

  private readonly choosePlaces: ICustomPartitioner = () => {
    const byKey = Partitioners.DefaultPartitioner()
    return (args) => {
      const partition = byKey(args)
      this.places.set(args.message, placeOf(args.topic, partition))
      return partition
    }
  }

  /* When a partition's leader moves while the library sends again, it may take the new leader's earlier answer for this
     partition's too. What no answer names was not written. */
  private confirmed(answers: readonly RecordMetadata[]): PartitionEnd[] {
    const byPlace = groupBy([...this.places], ([, place]) => place)
    const ends = answers.map(({ topicName: topic, partition, baseOffset }) => {
      const records = byPlace.get(placeOf(topic, partition)) ?? []
      byPlace.delete(placeOf(topic, partition))
      return { topic, partition, next: Number(baseOffset ?? 0) + records.length }
    })
    if (byPlace.size > 0) throw new Error(`no acknowledgement from ${[...byPlace.keys()].join(', ')}`)
    return ends
  }
}
