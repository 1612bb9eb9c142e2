import { allTopics } from '@balcao/contracts/wire'

import { env } from '../../config'
import { listGenerations } from './generations/generation-names'

/** Broker addresses and the layout of the product's topics. */
export interface KafkaSettings {
  brokers: readonly string[]
  tls: boolean
  /** Undefined where the broker needs no authentication. */
  username: string | undefined
  password: string | undefined
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'
  /** Prefix of every topic and group, so that two installations can share a broker. */
  topicPrefix: string
  partitions: number
  replication: number
  /** Whole name of the topic of public events; undefined where none is wanted. */
  publicEventsTopic: string | undefined
}

/** Spread into the fields of a host's configuration. */
export const kafkaFields = {
  KAFKA_BROKERS: env.list({
    default: [],
    help: 'Kafka brokers, host:port and commas between them. Empty: events stay in this process.',
  }),
  KAFKA_TLS: env.flag({ default: false, help: 'Speak TLS with the brokers (own CA: NODE_EXTRA_CA_CERTS).' }),
  KAFKA_USERNAME: env.optional(env.text({ help: 'Who we are to the brokers; empty: they do not ask.' })),
  KAFKA_PASSWORD: env.optional(env.text({ help: 'Goes with KAFKA_USERNAME.' })),
  KAFKA_MECHANISM: env.choice(['plain', 'scram-sha-256', 'scram-sha-512'], {
    default: 'scram-sha-512',
    help: 'How the password is proven.',
  }),
  KAFKA_TOPIC_PREFIX: env.text({
    default: 'balcao.',
    matches: /^[a-zA-Z0-9._-]{0,100}$/,
    help: 'Before the names of topics and groups.',
  }),
  KAFKA_PARTITIONS: env.integer({
    min: 1,
    max: 1_000,
    default: 24,
    help: 'Partitions of each topic when it is made: the most consumers of a group that can share its work.\nMore later: node scripts/kafka-partitions.mjs.',
  }),
  KAFKA_REPLICATION: env.integer({
    min: 1,
    max: 9,
    default: 1,
    help: 'Copies of each topic. 3 or more survive the loss of a broker.',
  }),
  KAFKA_PUBLIC_EVENTS_TOPIC: env.optional(
    env.text({
      matches: /^[a-zA-Z0-9._-]{1,249}$/,
      help: 'Whole name of a topic that gets the public events of every company, for programs of the operator. Empty: none.',
    }),
  ),
}

type Values = { [K in keyof typeof kafkaFields]: ReturnType<(typeof kafkaFields)[K]['read']> }

/** Undefined without a broker. Reports invalid combinations of variables. */
export function buildKafkaSettings(
  values: Values,
  fault: (message: string) => void,
): KafkaSettings | undefined {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = values
  const { KAFKA_PUBLIC_EVENTS_TOPIC: publicEventsTopic, KAFKA_TOPIC_PREFIX: topicPrefix } = values
  if (values.KAFKA_BROKERS.length === 0) {
    if (publicEventsTopic !== undefined) fault('KAFKA_PUBLIC_EVENTS_TOPIC needs KAFKA_BROKERS')
    return undefined
  }
  const isGeneration = (topic: string) =>
    publicEventsTopic !== undefined && listGenerations(topic, [publicEventsTopic]).length > 0
  if (allTopics.some((topic) => isGeneration(`${topicPrefix}${topic}`)))
    fault('KAFKA_PUBLIC_EVENTS_TOPIC is a topic of the services')
  if ((username === undefined) !== (password === undefined))
    fault('KAFKA_USERNAME and KAFKA_PASSWORD go together')
  return {
    brokers: values.KAFKA_BROKERS,
    tls: values.KAFKA_TLS,
    username,
    password,
    mechanism: values.KAFKA_MECHANISM,
    topicPrefix,
    partitions: values.KAFKA_PARTITIONS,
    replication: values.KAFKA_REPLICATION,
    publicEventsTopic,
  }
}
