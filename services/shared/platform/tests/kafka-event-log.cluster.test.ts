import { createKafkaTransport, ensureTopics } from '@balcao/platform'
import { describeEventLog, needsEngines } from '@balcao/testkit'

import { freshSettings } from './kafka-support'

needsEngines('kafka')('with a broker', () => {
  const brokers = process.env['KAFKA_BROKERS']?.split(',') ?? []
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
})
