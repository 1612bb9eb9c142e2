import { defineConfig, readConfig } from '../../config'
import { kafkaFields, buildKafkaSettings } from './kafka-settings'

const schema = defineConfig({
  title: 'kafka',
  fields: kafkaFields,
  build: (values, fault) => ({ kafka: buildKafkaSettings(values, fault) }),
})
const read = (variables: Record<string, string>) => readConfig(schema, { variables }).kafka

describe('the settings of Kafka', () => {
  it('are none where no broker is named', () => {
    expect(read({})).toBeUndefined()
  })

  it('have defaults for all but the brokers', () => {
    expect(read({ KAFKA_BROKERS: 'a:9092, b:9092' })).toEqual({
      brokers: ['a:9092', 'b:9092'],
      tls: false,
      username: undefined,
      password: undefined,
      mechanism: 'scram-sha-512',
      topicPrefix: 'balcao.',
      partitions: 24,
      replication: 1,
      publicEventsTopic: undefined,
    })
  })

  it.each([
    ['without a broker', {}, 'needs KAFKA_BROKERS'],
    ['that is one of the services', { KAFKA_BROKERS: 'a:9092' }, 'is a topic of the services'],
  ])('refuse a topic of public events %s', (_what, variables, fault) => {
    expect(() => read({ ...variables, KAFKA_PUBLIC_EVENTS_TOPIC: 'balcao.tickets' })).toThrow(fault)
  })

  it('refuse a name without a password', () => {
    expect(() => read({ KAFKA_BROKERS: 'a:9092', KAFKA_USERNAME: 'desk' })).toThrow('go together')
  })
})
