import { openKafka } from './kafka-client'
import { isTooLarge } from './is-too-large'
import { KafkaProducer } from './kafka-producer'
import type { KafkaSettings } from './kafka-settings'
import { MOST_BATCH_BYTES, MOST_BATCH_RECORDS, takeBatch } from './take-batch'

/** A record as programs outside read it; those of one key share a partition. */
export interface TopicRecord {
  key: string
  value: string
  headers: Record<string, string>
}

/** Writes a topic that is not the transport's, through a connection of its own. */
export interface TopicWriter {
  /**
   * Writes in order, and resolves with how many of the first records are on the brokers: fewer than all when the next one is larger than
   * the topic takes. After a failure any of them may be there. One call at a time.
   * @throws {Error} when no broker answers, and once the signal is aborted
   */
  write(records: readonly TopicRecord[], signal: AbortSignal): Promise<number>
  close(): Promise<void>
}

export interface TopicWriterOptions {
  settings: KafkaSettings
  /** With its prefix, if it has one. */
  topic: string
  clientId: string
}

/* What is under way cannot be taken back: it is left to itself. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('stopped', { cause: signal.reason }))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

export function createTopicWriter({ settings, topic, clientId }: TopicWriterOptions): TopicWriter {
  const producer = new KafkaProducer(openKafka(settings, clientId))
  /* Of the smallest record that was refused. Beside it those of other partitions would be written each time that it is tried. */
  let aloneBytes = MOST_BATCH_BYTES
  const countBytes = ({ value }: TopicRecord) => {
    const bytes = Buffer.byteLength(value)
    return bytes >= aloneBytes ? MOST_BATCH_BYTES : bytes
  }
  return {
    async write(records, signal) {
      let written = 0
      let most = MOST_BATCH_RECORDS
      while (written < records.length) {
        signal.throwIfAborted()
        const batch = takeBatch(records.slice(written), most, countBytes)
        try {
          const outgoing = batch.map((message) => ({ topic, message }))
          await unlessAborted(producer.send(outgoing), signal)
          written += batch.length
          most = MOST_BATCH_RECORDS
        } catch (error) {
          if (!isTooLarge(error)) throw error
          const [first] = batch
          if (first && batch.length === 1) {
            aloneBytes = Math.min(aloneBytes, Buffer.byteLength(first.value))
            return written
          }
          most = Math.floor(batch.length / 2)
        }
      }
      return written
    },
    close: () => producer.close(),
  }
}
