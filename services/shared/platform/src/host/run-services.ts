import * as contracts from '@balcao/contracts'
import { AppError, type Running, type Service, type ServiceName } from '@balcao/kernel'
import type { Router } from 'express'

import {
  createDeadLetters,
  createInProcessTransport,
  eventSweepJobs,
  pendingEvents,
  startRelay,
  type DeadLetters,
  type EventTransport,
  type Relay,
} from '../events'
import { startRpcServer } from '../grpc'
import { createHttpApp, createHttpEdge, type HttpAppOptions } from '../http'
import { mediaRouter } from '../media'
import { docsRouter, endpointsAmong, openApiOf } from '../openapi'
import { assertNoPendingMigrations, migrate, schemaOf } from '../postgres'
import { directoryConsumer } from '../sessions'
import { createLogger } from '../telemetry/logger'
import { counter, gauge } from '../telemetry/metrics'
import { wiringFaults } from './check-wiring'
import { deadEventRoutes } from './dead-events.routes'
import type { Door } from './door'
import { healthRouter } from './health'
import { startJob } from './jobs'
import type { Machine } from './machine'
import { routesOf } from './routes-of'
import { inlineScriptHashes, webFiles } from './web-files'

const log = createLogger('host')
const deaths = counter('balcao_dead_events_total', 'Events that a consumer gave up on')

export interface HostOptions {
  machine: Machine
  services: readonly Service[]
  door: Door
  http: HttpAppOptions
  /** The built web app, where this process serves it. */
  webFolder?: string
  metricsToken?: string
  /** The single machine migrates at boot under a lock; a pod refuses to start before its migration job has run. */
  migrations: 'run' | 'refuse'
}

export interface RunningHost extends Running {
  url: string
  /** Whatever is still being worked on, by name: events, queues, deliveries. Empty when the desk is quiet. */
  pending(): Promise<string[]>
}

/** Runs in order, undone in reverse order by `stop`. */
class Undoing implements Running {
  private readonly steps: Running[] = []

  async add<T extends Running>(starting: T | Promise<T>): Promise<T> {
    const running = await starting
    this.steps.push(running)
    return running
  }

  async stop(): Promise<void> {
    for (const step of this.steps.splice(0).reverse()) {
      await step.stop().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
    }
  }
}

const consumersOf = (machine: Machine, { name, consumers }: Service) => {
  const { db, inbox, sessions } = machine.portsOf(name)
  return [directoryConsumer({ schema: schemaOf(name), db, inbox, directory: sessions }), ...consumers]
}

function startTransport({ machine, services }: HostOptions): EventTransport {
  const consumers = services.flatMap((service) =>
    consumersOf(machine, service).map((subscription) => ({
      subscription,
      db: machine.portsOf(service.name).db,
    })),
  )
  return createInProcessTransport({
    consumers,
    onDead: (group, row, error) => {
      deaths.add(1, { group })
      log.error({ group, case: row.type, companyId: row.companyId, err: error }, 'event given up')
    },
    log: (message) => log.warn(message),
  })
}

const startRelays = ({ machine, services }: HostOptions, transport: EventTransport): Relay[] =>
  services.map(({ name }) =>
    startRelay({
      db: machine.portsOf(name).db,
      transport,
      hints: machine.hints,
      log: (message) => log.warn(message),
    }),
  )

function lettersOf({ machine, services }: HostOptions): Map<ServiceName, DeadLetters> {
  return new Map(
    services.map((service) => [
      service.name,
      createDeadLetters(machine.portsOf(service.name).db, consumersOf(machine, service)),
    ]),
  )
}

/* What the host itself serves to people, at the first service's edge: sessions are known to all of them. */
function operations(options: HostOptions): Router[] {
  const [first] = options.services
  if (!first) return []
  const edge = createHttpEdge(options.machine.portsOf(first.name), first.name)
  deadEventRoutes(edge, lettersOf(options))
  return [edge.router]
}

function createApp(options: HostOptions, problems: () => string[]) {
  const { machine, services, http, webFolder, metricsToken } = options
  const routers = [
    ...operations(options),
    ...services.flatMap(({ http: router }) => (router ? [router] : [])),
  ]
  const scriptHashes = webFolder ? inlineScriptHashes(webFolder) : []
  return createHttpApp({ ...http, scriptHashes }, (app) => {
    const databases = services.map(({ name }) => machine.portsOf(name).db)
    app.use(healthRouter({ databases, problems, metricsToken }))
    app.use(mediaRouter(machine))
    // Documented is what is really served here: a contract without its service is left out.
    const served = new Set(routers.flatMap(routesOf))
    const endpoints = endpointsAmong(contracts).filter(({ method, path }) =>
      served.has(`${method.toUpperCase()} ${path}`),
    )
    app.use(docsRouter(() => openApiOf(endpoints, contracts.PRODUCT_VERSION)))
    if (webFolder) app.use(webFiles(webFolder))
    for (const router of routers) app.use(router)
  })
}

async function bringSchemasUpToDate({ machine, services, migrations }: HostOptions): Promise<void> {
  const sets = services.map((service) => service.migrations)
  if (migrations === 'refuse') return assertNoPendingMigrations(sets, machine.postgres)
  await migrate(sets, {
    admin: machine.postgres,
    ...(machine.roleSecret === undefined ? {} : { roleSecret: machine.roleSecret }),
  })
}

async function startJobs({ machine, services }: HostOptions, undoing: Undoing): Promise<void> {
  for (const { name, jobs } of services) {
    const { db, leases } = machine.portsOf(name)
    for (const job of [...jobs, ...eventSweepJobs(name, db)]) await undoing.add(startJob(job, leases))
  }
}

async function start(options: HostOptions, undoing: Undoing): Promise<() => Promise<string[]>> {
  const { machine, services, door } = options
  let isServing = false
  await undoing.add({ stop: () => machine.close() })
  for (const service of services) await undoing.add({ stop: async () => service.close?.() })
  await bringSchemasUpToDate(options)
  await Promise.all(
    services.map(({ name, rpc }) => undoing.add(startRpcServer(machine.addresses[name], rpc))),
  )
  const transport = startTransport(options)
  const relays = startRelays(options, transport)
  await undoing.add({ stop: async () => void (await Promise.all(relays.map((relay) => relay.stop()))) })
  // Stops before the relays: what its handlers finish is then still marked sent.
  await undoing.add(transport)
  await startJobs(options, undoing)
  door.serve(createApp(options, () => (isServing ? [] : ['services'])))
  await undoing.add({ stop: () => door.stop() })
  for (const { attach } of services) if (attach) await undoing.add(attach(door.server))
  for (const service of services) if (service.start) await undoing.add(service.start())
  isServing = true
  await undoing.add({
    stop: async () => {
      isServing = false
    },
  })
  gauge('balcao_event_work', 'Events in the hands of consumers', () => transport.pending().length)
  return async () => {
    const own = await Promise.all(services.map(async (service) => (await service.pending?.()) ?? []))
    return [...(await pendingEvents(relays, transport)), ...own.flat()]
  }
}

/**
 * Runs services in this process behind one door. Refuses to start half-wired. `stop` undoes everything in reverse:
 * supervisors and sockets first, then requests in flight, jobs, consumers, relays, gRPC, and the ports last.
 */
export async function runServices(options: HostOptions): Promise<RunningHost> {
  const faults = wiringFaults(options.services)
  if (faults.length > 0) throw new AppError('ERR_INTERNAL', { detail: faults.join('; ') })
  const undoing = new Undoing()
  try {
    const pending = await start(options, undoing)
    return { url: options.door.url, pending, stop: () => undoing.stop() }
  } catch (error) {
    await undoing.stop()
    throw error
  }
}
