import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { Clock, MigrationSet, Service, ServiceName, ServicePorts } from '@balcao/kernel'
import {
  createRuntime,
  createRateLimits,
  forPrimary,
  listHostJobs,
  openHttpListener,
  openEngines,
  runServices,
  unixSocketAddresses,
  type HostPorts,
  type MorePrimary,
  type PostgresServer,
  type Runtime,
} from '@balcao/platform'

import { testDatabase, type TestDatabase } from '../database/test-database'
import { recordingMailer, type RecordingMailer } from '../fakes/recording-mailer'
import { createCaller, type Call } from './test-agent'
import { createTestCompany, type Seeds, type Staff, type TestCompany } from './test-company'

const SETTLE_WITHIN_MS = 90_000
/* Work may be between two queues for a moment: the desk counts as quiet after this many checks in a row. */
const QUIET_LOOKS = 3

export interface DeskParts {
  services(portsOf: (service: ServiceName) => ServicePorts): Service[]
  seeds: Seeds
}

export interface DeskOptions {
  /** Users of the first company; default `ana` in Vendas and `bruno` in Suporte. */
  staff?: Staff
  /** Multiplies rate limits; 0 unless a test needs them. */
  rateLimitFactor?: number
  /** Default: the system clock. */
  clock?: Clock
  /** Names of Postgres primaries besides the first, each a database of its own. */
  morePrimaries?: readonly string[]
  /** Of each primary; default: the run's. */
  servers?: readonly PostgresServer[]
  /** Default true. Without them only what is asked for happens; `runJobs` still runs them. */
  hasJobs?: boolean
  /** Origin that links to media begin with; default: they are paths. */
  publicUrl?: string
  /** Other origins whose pages may call. */
  publicOrigins?: readonly string[]
  /** Whether the desk counts as one that sends mail, whose users confirm their e-mails; default false. Mails are recorded either way. */
  deliversMail?: boolean
  /** Whether callers of this machine alone are served. Default: everyone is. @param authPorts auth's. */
  isLocalOnly?(authPorts: HostPorts): Promise<boolean>
}

/** The whole product in this process: every service with its own schema and role, real gRPC, real HTTP and sockets. */
export interface TestDesk extends Pick<TestCompany, 'agent' | 'phone'> {
  url: string
  /** Of probes and metrics. */
  opsUrl: string
  pg: TestDatabase
  /** The database of a further primary. */
  primary(name: string): TestDatabase
  mailer: RecordingMailer
  anonymous: Call
  /** The first company, Demo. */
  demo: TestCompany
  company(name: string, staff?: Staff): Promise<TestCompany>
  portsOf(service: ServiceName): HostPorts
  /** Waits until every outbox, consumer and work queue is empty. @throws after 90 s, naming the rest. */
  settle(): Promise<void>
  /** Runs every job once; jobs that go by age of events see a clock `aheadMs` ahead. */
  runJobs(aheadMs?: number): Promise<void>
  /** Media and uploads. */
  folder: string
  stop(): Promise<void>
}

/** Signs links to media of every test desk. */
export const TEST_MEDIA_SECRET = 'a secret of the test desk, 32 characters'

/* Ports connect at first use: without a server they suffice to ask services for their migrations. */
function listMigrations(parts: DeskParts, socketFolder: string): MigrationSet[] {
  const nowhere: PostgresServer = { host: '/nowhere', port: 5432, user: 'none', database: 'nothing' }
  return parts.services(openTestRuntime(nowhere, socketFolder).portsFor).map(({ migrations }) => migrations)
}

interface TestRuntimeOptions {
  clock?: Clock
  mailer?: RecordingMailer
  publicUrl?: string | undefined
  morePrimaries?: readonly MorePrimary[]
}

const openTestRuntime = (
  postgres: PostgresServer,
  folder: string,
  { clock, mailer = recordingMailer(), publicUrl = '', morePrimaries = [] }: TestRuntimeOptions = {},
) =>
  createRuntime({
    postgres,
    morePrimaries,
    owner: 'desk',
    isOnlyWriter: true,
    rpc: unixSocketAddresses(folder),
    engines: openEngines({
      clientName: 'desk',
      mediaFolder: path.join(folder, 'media'),
      mediaReserveBytes: 0,
      rateLimitFactor: 0,
    }),
    mailer,
    mediaSecret: TEST_MEDIA_SECRET,
    publicUrl,
    poolSize: 4,
    ...(clock ? { clock } : {}),
  })

function settling(pending: () => Promise<string[]>): () => Promise<void> {
  return async () => {
    const deadline = performance.now() + SETTLE_WITHIN_MS
    for (let quietLooks = 0; quietLooks < QUIET_LOOKS;) {
      const unsettled = await pending()
      quietLooks = unsettled.length === 0 ? quietLooks + 1 : 0
      if (unsettled.length > 0 && performance.now() > deadline) {
        throw new Error(
          `The desk did not settle within ${SETTLE_WITHIN_MS} ms:\n  ${unsettled.slice(0, 20).join('\n  ')}`,
        )
      }
      await delay(10)
    }
  }
}

async function runJobs(services: readonly Service[], runtime: Runtime, aheadMs: number): Promise<void> {
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  for (const service of services)
    for (const { name } of runtime.portsFor(service.name).primaries)
      for (const job of [...service.jobs, ...listHostJobs(runtime, service, clock)])
        await forPrimary(name, () => job.run(new AbortController().signal))
}

/** Starts the desk on a database of its own. Stopped after the test file; `stop` does it earlier. */
export async function startDesk(parts: DeskParts, options: DeskOptions = {}): Promise<TestDesk> {
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-desk-'))
  const migrations = listMigrations(parts, folder)
  const [server, ...moreServers] = options.servers ?? []
  const pg = await testDatabase(migrations, server)
  const further = new Map<string, TestDatabase>()
  for (const [index, name] of (options.morePrimaries ?? []).entries())
    further.set(name, await testDatabase(migrations, moreServers[index]))
  const morePrimaries = [...further].map(([name, { admin }]) => ({ name, server: admin }))
  const mailer = recordingMailer(options.deliversMail ?? false)
  const runtime = openTestRuntime(pg.admin, folder, {
    mailer,
    publicUrl: options.publicUrl,
    morePrimaries,
    ...(options.clock ? { clock: options.clock } : {}),
  })
  const listener = await openHttpListener('127.0.0.1', 0)
  const opsListener = await openHttpListener('127.0.0.1', 0)
  const services = parts.services(runtime.portsFor)
  const { isLocalOnly } = options
  const host = await runServices({
    runtime,
    listener,
    opsListener,
    hasOpenProbes: true,
    metrics: { token: undefined, withoutToken: 'this machine' },
    services: options.hasJobs === false ? services.map((service) => ({ ...service, jobs: [] })) : services,
    // Which ids a primary gives is set with the migrations.
    migrations: morePrimaries.length > 0 ? 'run' : 'refuse',
    ...(isLocalOnly ? { isLocalOnly: () => isLocalOnly(runtime.portsFor('auth')) } : {}),
    http: {
      allowedOrigins: options.publicOrigins ?? [],
      isHttps: false,
      trustedProxies: [],
      edge: {
        rateLimits: createRateLimits(options.rateLimitFactor ?? 0),
        uploadDir: path.join(folder, 'uploads'),
        maxUploadBytes: 16 * 1024 * 1024,
      },
    },
  })
  const companies: { close(): void }[] = []
  const stop = async () => {
    for (const company of companies.splice(0)) company.close()
    await host.stop()
    await rm(folder, { recursive: true, force: true })
  }
  pg.onClose(stop)
  const settle = settling(host.pending)
  const deps = { url: host.url, authPorts: runtime.portsFor('auth'), seeds: parts.seeds, settle }
  const company = async (name: string, staff: Staff = {}) => {
    const founded = await createTestCompany(deps, name, staff)
    companies.push(founded)
    return founded
  }
  const demo = await company(
    'Demo',
    options.staff ?? { ana: { queues: ['Vendas'] }, bruno: { queues: ['Suporte'] } },
  )
  return {
    url: host.url,
    opsUrl: host.opsUrl,
    pg,
    primary: (name) => {
      const found = further.get(name)
      if (!found) throw new Error(`No primary is called ${name}`)
      return found
    },
    mailer,
    anonymous: createCaller(host.url),
    demo,
    company,
    agent: demo.agent,
    phone: demo.phone,
    portsOf: runtime.portsFor,
    settle,
    runJobs: (aheadMs = 0) => runJobs(services, runtime, aheadMs),
    folder,
    stop,
  }
}
