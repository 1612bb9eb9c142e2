import { randomBytes } from 'node:crypto'

import { createKafkaTransport, ensureTopics, type KafkaSettings } from '@balcao/platform'
import { describeEventLog } from '@balcao/testkit'

const brokers = process.env['KAFKA_BROKERS']
const freshSettings = (): KafkaSettings => ({
  brokers: (brokers ?? '').split(','),
  tls: false,
  username: undefined,
  password: undefined,
  mechanism: 'plain',
  topicPrefix: `t${randomBytes(4).toString('hex')}.`,
  partitions: 6,
  replication: 1,
})
let settings = freshSettings()

if (brokers)
  describeEventLog({
    name: 'Kafka',
    carriedBy: 'broker',
    lifeMs: 2_000,
    async reset() {
      settings = freshSettings()
      await ensureTopics(settings)
    },
    open: (options) => createKafkaTransport({ ...options, settings, clientId: 'balcao-test' }),
  })
else describe.skip('the event log on Kafka', () => void it.todo('needs KAFKA_BROKERS'))
