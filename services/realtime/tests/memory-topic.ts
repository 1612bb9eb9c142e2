import type { PublicEvent } from '@balcao/contracts'

import type { EventTopic } from '../src/features/webhooks/event-topic.port'
import type { ReadRecord, TopicDriver } from './event-topic.contract'

/** A topic of one partition in memory. */
export function memoryTopic(mostBytes = Number.POSITIVE_INFINITY) {
  const records: ReadRecord[] = []
  const topic: EventTopic = {
    write: async (batch, signal) => {
      for (const [index, { key, value, headers }] of batch.entries()) {
        signal.throwIfAborted()
        if (Buffer.byteLength(value) > mostBytes) return index
        records.push({ partition: 0, key, headers: { ...headers }, body: JSON.parse(value) as PublicEvent })
      }
      signal.throwIfAborted()
      return batch.length
    },
    close: () => Promise.resolve(),
  }
  return { topic, records, read: () => Promise.resolve([...records]) }
}

export const memoryDriver: TopicDriver = { name: 'memory', open: async (mostBytes) => memoryTopic(mostBytes) }
