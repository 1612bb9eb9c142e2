import { randomBytes } from 'node:crypto'

import type { LoginAnswer } from '@balcao/contracts'
import {
  createKafkaTransport,
  formatPostgresUrl,
  schemaName,
  serviceNames,
  switchTopic,
  topicWriters,
  type KafkaSettings,
  type OutboxRow,
} from '@balcao/platform'
import {
  localCluster,
  needsEngines,
  temporaryFolder,
  testDatabase,
  waitFor,
  type LocalCluster,
  type TestDatabase,
} from '@balcao/testkit'

import { createApiCall, createWholeCompany, until } from './support/company'
import { startComposeKafka, type ComposeKafka } from './support/compose-kafka'
import { SUPER } from './support/start-cluster'

/* Six processes on the broker of the compose file, each with a login of its own and the rights of deploy/kafka-access.json. */

const users = [...serviceNames, 'migrations'] as const
type User = (typeof users)[number]
const passwords = Object.fromEntries(
  users.map((name) => [name, randomBytes(24).toString('base64url')]),
) as Record<User, string>

const loginOf = (user: User) => ({ KAFKA_USERNAME: `balcao-${user}`, KAFKA_PASSWORD: passwords[user] })

let pg: TestDatabase
let kafka: ComposeKafka
let cluster: LocalCluster
let output = ''

const settingsOf = (user: User | undefined): KafkaSettings => ({
  brokers: [kafka.brokers],
  tls: false,
  username: user && `balcao-${user}`,
  password: user && passwords[user],
  mechanism: 'scram-sha-512',
  topicPrefix: 'balcao.',
  partitions: 3,
  replication: 1,
  publicEventsTopic: undefined,
})

/* Each service's group has joined: it has heard of the first user. */
async function untilHeard(): Promise<void> {
  const login = await createApiCall(cluster.url)<LoginAnswer>('post', '/auth/login', SUPER)
  const call = createApiCall(cluster.url, login.body.token)
  for (const path of ['/queue', '/invoices/all', '/files', '/whatsapp', '/sync?since=0'])
    await until(
      async () => ((await call('get', path)).status < 400 ? true : undefined),
      `${path} as a known user`,
    )
}

/** Whether the broker takes an event for the topic, and what it says otherwise. */
async function write(user: User | undefined, topic: string): Promise<string> {
  let outcome = ''
  const transport = createKafkaTransport({
    settings: settingsOf(user),
    clientId: 'a-test',
    consumers: [],
    retryDelaysMs: [],
    log: (message) => (outcome ||= message),
  })
  const row: OutboxRow = {
    seq: 1,
    schema: 'auth',
    topic,
    type: 'companyDeleted',
    eventId: '00000000-0000-7000-8000-000000000001',
    companyId: 4_711,
    orderingKey: 'company:4711',
    body: {},
  }
  transport.publish([row], () => (outcome ||= 'written'))
  await waitFor(() => outcome !== '')
  await transport.stop()
  return outcome
}

needsEngines('kafka-server-start.sh')('the broker of the compose file', () => {
  beforeAll(async () => {
    pg = await testDatabase([])
    kafka = await startComposeKafka(
      Object.fromEntries(
        users.map((name) => [`KAFKA_PASSWORD_${name.toUpperCase().replaceAll('-', '_')}`, passwords[name]]),
      ),
    )
    cluster = await localCluster({
      databaseUrl: formatPostgresUrl(pg.admin),
      dataDir: await temporaryFolder('kafka-logins'),
      env: {
        LOG_LEVEL: 'warn',
        RATE_LIMIT_FACTOR: '0',
        FIRST_ADMIN_EMAIL: SUPER.email,
        FIRST_ADMIN_PASSWORD: SUPER.password,
        KAFKA_BROKERS: kafka.brokers,
        KAFKA_MECHANISM: 'scram-sha-512',
        KAFKA_PARTITIONS: '3',
        KAFKA_TOPIC_PREFIX: 'balcao.',
        REDIS_URL: '',
        MONGO_URL: '',
        S3_BUCKET: '',
      },
      envOf: loginOf,
      migrationEnv: loginOf('migrations'),
      onOutput: (name, text) => {
        output += text.replace(/^(?=.)/gm, `${name} `)
      },
    })
    await cluster.start()
    await untilHeard()
  })
  afterAll(async () => {
    await cluster?.stop()
    await kafka?.stop()
  })

  it('carries a whole company’s work: each service may do what it does', async () => {
    const company = await createWholeCompany(cluster.url, 'Aurora', '5511977770001')
    expect(company.id).toBeGreaterThan(0)
    expect(output.split('\n').filter((line) => /authoriz/i.test(line))).toEqual([])
  })

  it('carries it through later generations of every topic as well', async () => {
    const settings = { ...settingsOf(undefined), brokers: [kafka.adminBrokers] }
    for (const [topic, writer] of Object.entries(topicWriters)) {
      const to = { settings, servers: [pg.admin] as const, schema: schemaName(writer), topic, partitions: 6 }
      await switchTopic({ ...to, waitMs: 120_000, say: () => undefined })
    }
    const company = await createWholeCompany(cluster.url, 'Boreal', '5511977770002')
    expect(company.id).toBeGreaterThan(0)
    expect(output.split('\n').filter((line) => /authoriz/i.test(line))).toEqual([])
  })

  it('lets a service write its own topic and no other', async () => {
    expect(await write('auth', 'auth')).toBe('written')
    expect(await write('auth', 'tickets')).toMatch(/authoriz/i)
    expect(await write('migrations', 'auth')).toMatch(/authoriz/i)
  })

  it('lets nobody in without a login', async () => {
    expect(await write(undefined, 'auth')).toMatch(/events wait for Kafka/)
  })
})
