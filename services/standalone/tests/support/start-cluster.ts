import { randomBytes } from 'node:crypto'

import type { ServiceName } from '@balcao/kernel'
import { formatPostgresUrl, serviceNames, type PostgresServer } from '@balcao/platform'
import {
  localCluster,
  temporaryFolder,
  testDatabase,
  type LocalCluster,
  type Replicas,
  type TestDatabase,
} from '@balcao/testkit'

export const SUPER = { email: 'sofia@casa.test', password: 'segredo-da-sofia-1' }

export interface TestCluster extends LocalCluster {
  /** As the owner: every schema and company; empty where services have databases of their own. */
  pg: TestDatabase
  /** The one that has the service's schema. */
  databaseOf(service: ServiceName): TestDatabase
  /** The second primary. */
  primaryB: TestDatabase | undefined
  dataDir: string
}

export interface TestClusterOptions {
  /** Engines besides Postgres, from the environment; default none. */
  withEngines?: boolean
  /** Each service's schema in a database of its own. */
  withOwnDatabases?: boolean
  /** A second primary, `b`, for companies. */
  withTwoPrimaries?: boolean
  /** Of each primary; default: the run's. */
  servers?: readonly PostgresServer[]
  replicas?: Replicas
  env?: Record<string, string>
}

const NO_ENGINES = { KAFKA_BROKERS: '', REDIS_URL: '', MONGO_URL: '', S3_BUCKET: '' }

/** Topics and documents under unique names, so that runs do not meet. */
export function isolatedNames(): Record<string, string> {
  const name = `test_${randomBytes(4).toString('hex')}`
  const mongo = process.env.MONGO_URL ? new URL(process.env.MONGO_URL) : undefined
  if (mongo) mongo.pathname = `/${name}`
  return {
    KAFKA_TOPIC_PREFIX: `${name}.`,
    KAFKA_PARTITIONS: '4',
    ...(mongo ? { MONGO_URL: mongo.href } : {}),
  }
}

async function createOwnDatabases(pg: TestDatabase): Promise<Map<ServiceName, TestDatabase>> {
  const databases = new Map<ServiceName, TestDatabase>()
  for (const name of serviceNames) {
    const own = await testDatabase([])
    pg.onClose(() => own.close())
    databases.set(name, own)
  }
  return databases
}

/** The built product as six processes on a database of its own, with a super user. Stopped after the file. */
export async function startCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  const [server, serverB] = options.servers ?? []
  const pg = await testDatabase([], server)
  const dataDir = await temporaryFolder('cluster')
  const own = options.withOwnDatabases ? await createOwnDatabases(pg) : undefined
  const primaryB = options.withTwoPrimaries ? await testDatabase([], serverB) : undefined
  if (primaryB) pg.onClose(() => primaryB.close())
  const databaseOf = (service: ServiceName) => own?.get(service) ?? pg
  const cluster = await localCluster({
    databaseUrl: formatPostgresUrl(pg.admin),
    dataDir,
    ...(options.replicas ? { replicas: options.replicas } : {}),
    envOf: (service) => ({ DATABASE_URL: formatPostgresUrl(databaseOf(service).admin) }),
    env: {
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '0',
      FIRST_ADMIN_EMAIL: SUPER.email,
      FIRST_ADMIN_PASSWORD: SUPER.password,
      ...(primaryB && { MORE_PRIMARIES: `b=${formatPostgresUrl(primaryB.admin)}` }),
      ...(options.withEngines ? isolatedNames() : NO_ENGINES),
      ...options.env,
    },
  })
  pg.onClose(() => cluster.stop())
  await cluster.start()
  return Object.assign(cluster, { pg, databaseOf, primaryB, dataDir })
}
