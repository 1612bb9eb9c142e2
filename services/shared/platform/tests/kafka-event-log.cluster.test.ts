import { describeEventLog, needsEngines } from '@balcao/testkit'

import { kafkaDriver } from './kafka-support'

needsEngines('kafka')('with a broker', () => {
  const brokers = process.env['KAFKA_BROKERS']?.split(',') ?? []
  const { driver } = kafkaDriver(
    () => brokers,
    () => undefined,
  )
  describeEventLog({ ...driver, lifeMs: 2_000 }, { events: 5_000 })
})
