import { groupBy } from '@balcao/kernel'

import {
  disconnect,
  Partitioners,
  RETRY,
  type ICustomPartitioner,
  type Kafka,
  type Message,
  type Producer,
  type RecordMetadata,
} from './kafka-client'

/** A partition, and the offset after the last record that was written to it. */
export interface PartitionEnd {
  topic: string
  partition: number
  next: number
}

/** A Kafka message and the whole name of its topic. */
export interface OutgoingRecord {
  topic: string
  message: Message & { value: string }
}

const partitionName = (topic: string, partition: number) => `${topic}/${partition}`

/**
 * Writes batches, one after the other. A failure discards the producer: the next one starts with its own
 * sequence numbers, and consumers recognise repeats by event id.
 */
export class KafkaProducer {
  private current: Producer | undefined
  /** The partition that the library chose for each message of the current batch. */
  private readonly partitions = new Map<Message, string>()

  constructor(private readonly kafka: Kafka) {}

  /** Resolves when every record is on the brokers. After a failure it is unknown which are: send all of them again. */
  async send(batch: readonly OutgoingRecord[]): Promise<PartitionEnd[]> {
    const producer = (this.current ??= this.create())
    try {
      // A no-op when connected.
      await producer.connect()
      this.partitions.clear()
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
      createPartitioner: this.choosePartitions,
      retry: RETRY,
    })
  }

  private byTopic(batch: readonly OutgoingRecord[]) {
    return [...groupBy(batch, ({ topic }) => topic)].map(([topic, of]) => ({
      topic,
      messages: of.map(({ message }) => message),
    }))
  }

  private readonly choosePartitions: ICustomPartitioner = () => {
    const byKey = Partitioners.DefaultPartitioner()
    return (args) => {
      const partition = byKey(args)
      this.partitions.set(args.message, partitionName(args.topic, partition))
      return partition
    }
  }

  /* When a partition's leader moves during a retry, the library may attribute the new leader's earlier answer to this
     partition's too. What no answer names was not written. */
  private confirmed(answers: readonly RecordMetadata[]): PartitionEnd[] {
    const byPartition = groupBy([...this.partitions], ([, partition]) => partition)
    const ends = answers.map(({ topicName: topic, partition, baseOffset }) => {
      const records = byPartition.get(partitionName(topic, partition)) ?? []
      byPartition.delete(partitionName(topic, partition))
      return { topic, partition, next: Number(baseOffset ?? 0) + records.length }
    })
    if (byPartition.size > 0) throw new Error(`no acknowledgement from ${[...byPartition.keys()].join(', ')}`)
    return ends
  }
}
