import { createKafkaTransport, ensureTopics } from '@balcao/platform'
import { describeEventLog } from '@balcao/testkit'

import { freshSettings } from './kafka-support'

const brokers = process.env['KAFKA_BROKERS']?.split(',')

if (brokers) {
  let settings = freshSettings(brokers)
  describeEventLog({
    name: 'Kafka',
    carriedBy: 'broker',
    lifeMs: 2_000,
    async reset() {
      settings = freshSettings(brokers)
      await ensureTopics(settings)
    },
    open: (options) => createKafkaTransport({ ...options, settings, clientId: 'balcao-test' }),
  })
} else describe.skip('the event log on Kafka', () => it.todo('needs KAFKA_BROKERS'))
