import { randomBytes } from 'node:crypto'

import type { KafkaSettings } from '@balcao/platform'

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
})
