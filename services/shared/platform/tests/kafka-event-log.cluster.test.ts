import { createKafkaTransport, ensureTopics } from '@balcao/platform'
import { describeEventLog, needsEngines, type EventLogDriver } from '@balcao/testkit'

import { freshSettings } from './kafka-support'

needsEngines('kafka')('with a broker', () => {
  const brokers = process.env['KAFKA_BROKERS']?.split(',') ?? []
  let settings = freshSettings(brokers)
  const transport = {
    name: 'Kafka',
    carriedBy: 'broker' as const,
    lifeMs: 2_000,
    async reset() {
      settings = freshSettings(brokers)
      await ensureTopics(settings)
    },
    open: (options: Parameters<EventLogDriver['open']>[0]) =>
      createKafkaTransport({ ...options, settings, clientId: 'balcao-test' }),
  }
  describeEventLog(transport, 5_000)
})
