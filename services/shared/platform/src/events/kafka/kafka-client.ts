import { SECOND } from '@balcao/kernel'
import { Kafka, logLevel, type LogEntry, type SASLOptions } from 'kafkajs'

import { createLogger } from '../../telemetry/logger'
import { stopIdlePolling } from './stop-idle-polling'
import type { KafkaSettings } from './kafka-settings'

export {
  Partitioners,
  type Admin,
  type Consumer as KafkaConsumer,
  type EachBatchPayload,
  type ICustomPartitioner,
  type Kafka,
  type KafkaMessage,
  type Message,
  type Producer,
  type RecordMetadata,
} from 'kafkajs'

const log = createLogger('kafka')

stopIdlePolling()

/* One level quieter than the library means it: a broker that is away is its routine, and ours to tell once. */
function write({ level, log: entry }: LogEntry): void {
  if (level === logLevel.ERROR) log.warn(entry.message)
  else if (level === logLevel.WARN) log.info(entry.message)
  else log.debug(entry.message)
}

function buildSasl({ username, password, mechanism }: KafkaSettings): SASLOptions | undefined {
  if (username === undefined || password === undefined) return undefined
  return { mechanism, username, password }
}

/**
 * The library's own tries are few: it can neither be stopped while it retries nor be trusted to start again
 * after every failure. Who uses it begins anew, for as long as it takes.
 */
export const RETRY = { initialRetryTime: 100, maxRetryTime: 2 * SECOND, retries: 5 }

export function openKafka(settings: KafkaSettings, clientId: string): Kafka {
  const sasl = buildSasl(settings)
  return new Kafka({
    clientId,
    brokers: [...settings.brokers],
    ssl: settings.tls,
    ...(sasl && { sasl }),
    connectionTimeout: 5 * SECOND,
    requestTimeout: 30 * SECOND,
    retry: RETRY,
    logLevel: logLevel.WARN,
    logCreator: () => write,
  })
}

/** Never rejects: whoever lets go of a client cannot do more about it. */
export async function disconnect(client: { disconnect(): Promise<void> } | undefined): Promise<void> {
  try {
    await client?.disconnect()
  } catch (error) {
    log.debug({ err: error }, 'did not disconnect cleanly')
  }
}

export const topicName = (settings: KafkaSettings, topic: string): string => `${settings.topicPrefix}${topic}`

export const groupName = (settings: KafkaSettings, group: string): string =>
  `${settings.topicPrefix}group.${group}`
