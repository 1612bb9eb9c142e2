import { SECOND } from '@balcao/kernel'
import { Kafka, logLevel, type LogEntry, type SASLOptions } from 'kafkajs'

import { createLogger } from '../../telemetry/logger'
import { stopIdlePolling } from './stop-idle-polling'
import type { KafkaSettings } from './kafka-settings'

export {
  AssignerProtocol,
  KafkaJSError,
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

/* One level lower than the library logs: an unreachable broker is reported once, by us. */
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
 * Few retries inside the library: its retries cannot be cancelled, and it does not restart after
 * every failure. Callers create a new client instead, until they succeed.
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

/** Never rejects: nothing can be done about a failed disconnect. */
export async function disconnect(client: { disconnect(): Promise<void> } | undefined): Promise<void> {
  try {
    await client?.disconnect()
  } catch (error) {
    log.debug({ err: error }, 'did not disconnect cleanly')
  }
}

export const topicName = ({ topicPrefix }: Pick<KafkaSettings, 'topicPrefix'>, topic: string): string =>
  `${topicPrefix}${topic}`

export const groupName = ({ topicPrefix }: Pick<KafkaSettings, 'topicPrefix'>, group: string): string =>
  `${topicPrefix}group.${group}`
