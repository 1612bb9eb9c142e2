import { randomBytes } from 'node:crypto'

import { createKafkaTransport, ensureTopics, type KafkaSettings } from '@balcao/platform'
import type { EventLogDriver } from '@balcao/testkit'

/** Topics and groups that no other test knows. */
export const freshSettings = (brokers: readonly string[], partitions = 6): KafkaSettings => ({
  brokers,
  tls: false,
  username: undefined,
  password: undefined,
  mechanism: 'plain',
  topicPrefix: `t${randomBytes(4).toString('hex')}.`,
  partitions,
  replication: 1,
  publicEventsTopic: undefined,
})

/** The event log's transport on these brokers; each reset begins with topics of its own. */
export function kafkaDriver(
  brokers: () => readonly string[],
  log: (message: string) => void,
  partitions?: number,
) {
  let settings = freshSettings([])
  const driver: EventLogDriver = {
    name: 'Kafka',
    carriedBy: 'broker',
    reset: () => {
      settings = freshSettings(brokers(), partitions)
      return ensureTopics(settings)
    },
    open: (options) => createKafkaTransport({ ...options, settings, clientId: 'balcao-test', log }),
  }
  return { driver, settings: () => settings }
}
