import {
  AppError,
  HOUR,
  MINUTE,
  type Activity,
  type Clock,
  type Job,
  type Running,
  type Service,
  type ServiceName,
} from '@balcao/kernel'

import { eraseCompaniesJob } from '../companies'
import { ensureTopics, eventPartitionJobs, listPendingEvents, type DeadEvents } from '../events'
import { startRpcServer } from '../grpc'
import { sweepKeysJob } from '../idempotency'
import { assertNoPendingMigrations, forPrimary, schemaName } from '../postgres'
import { gauge } from '../telemetry/metrics'
import { findWiringFaults } from './check-wiring'
import { guardServer, type IsLocalOnly } from './guard-server'
import type { HttpListener } from './http-listener'
import { openDeadEvents, startRelays, startTransport, type EventDelivery } from './event-delivery'
import { createApp, createOpsApp, createProbes, type AppOptions } from './host-app'
import { startJob } from './jobs'
import { sweepUploadsJob } from './sweep-uploads'
import { opsRpc } from './ops.rpc'
import { migratePrimaries } from './migrate-primaries'
import { primarySizeJob } from './primary-size.job'
import type { Runtime } from './runtime'
import { watchActivity } from './service-activity'
import { Disposer } from './disposer'
import { startSchemaMetrics } from './schema-metrics'
import { startTableMetrics } from './table-metrics'

const eventWork = gauge('balcao_event_work', 'Events in the hands of consumers')

export interface HostOptions extends AppOptions {
  listener: HttpListener
  /** Listener for probes and metrics. */
  opsListener: HttpListener
  /** Whether the customers' listener serves probes too. */
  hasOpenProbes: boolean
  /** Where the installation may be a demo: whether callers of this machine alone are served at present. */
  isLocalOnly?: IsLocalOnly
  /** The single machine migrates at boot under a lock; a pod refuses to start before its migration job has run. */
  migrations: 'run' | 'refuse'
}

export interface RunningHost extends Running {
  url: string
  /** Of probes and metrics. */
  opsUrl: string
  /** Work in progress, by name: events, queues, deliveries. Empty when the desk is quiet. */
  pending(): Promise<string[]>
  /** Fails readiness so that no new work comes; keeps serving. */
  markNotReady(): void
}

/* On each primary; what is in memory is named once. */
async function listPending(runtime: Runtime, { name, pending }: Service): Promise<string[]> {
  const each = runtime
    .portsFor(name)
    .primaries.map((primary) => forPrimary(primary.name, async () => (await pending?.()) ?? []))
  return [...new Set((await Promise.all(each)).flat())]
}

async function bringSchemasUpToDate({ runtime, services, migrations }: HostOptions): Promise<void> {
  if (migrations === 'run') {
    await migratePrimaries(runtime.primaries, services, runtime.login)
    if (runtime.engines.broker) await ensureTopics(runtime.engines.broker.settings)
    return
  }
  for (const { name, migrations: set } of services)
    for (const { db } of runtime.portsFor(name).primaries) await assertNoPendingMigrations([set], db.server)
}

/* Repeated: during a rolling update old processes may park more. A process that writes alone parks none. */
const unknownEventsJob = (service: string, deadEvents: DeadEvents): Job => ({
  name: `${service}.unknown-events`,
  everyMs: MINUTE,
  idleAloneEveryMs: HOUR,
  run: (signal) => deadEvents.replayUnknownKinds(signal),
})

/** Jobs that every service has. */
export function listHostJobs(runtime: Runtime, { name, companyErasure }: Service, clock: Clock): Job[] {
  const { db, inbox } = runtime.portsFor(name)
  return [
    ...eventPartitionJobs(name, db, clock),
    sweepKeysJob(name, db, clock),
    eraseCompaniesJob({ service: name, db, inbox, clock, erasure: companyErasure }),
  ]
}

type Activities = ReadonlyMap<ServiceName, Activity>

async function startJobs(
  { runtime, services, http }: HostOptions,
  activities: Activities,
  disposer: Disposer,
): Promise<void> {
  const [first] = services
  if (first) {
    const folders = [http.edge.uploadDir, ...runtime.engines.writeFolders]
    const { clock, leases } = runtime.portsFor(first.name)
    await disposer.add(startJob(sweepUploadsJob(folders, clock), { leases, clock }))
  }
  for (const service of services) {
    const { primaries, clock, rpc } = runtime.portsFor(service.name)
    const deadEvents = openDeadEvents(runtime, service)
    const jobs = [...listHostJobs(runtime, service, clock), unknownEventsJob(service.name, deadEvents)]
    const activity = activities.get(service.name)
    for (const { name, db, leases } of primaries) {
      const primary = primaries.length > 1 ? name : undefined
      const sizes = primary === undefined ? [] : [primarySizeJob({ service: service.name, name, db, rpc })]
      for (const job of [...service.jobs, ...jobs, ...sizes])
        await disposer.add(startJob(job, { leases, clock, activity, primary }))
    }
  }
}

async function startRpc({ runtime, services }: HostOptions, events: EventDelivery, disposer: Disposer) {
  const { listenAddress, credentials, hasReflection } = runtime.rpc
  const starting = services.map((service) => {
    const deadEvents = openDeadEvents(runtime, service)
    const ops = opsRpc({ deadEvents, companyExport: service.companyExport ?? [] })
    const bindings = [...service.rpc, ops, ...events.bindings]
    const { sessions } = runtime.portsFor(service.name)
    const options = { credentials, sessions, hasReflection }
    return disposer.add(startRpcServer(listenAddress(service.name), bindings, options))
  })
  await Promise.all(starting)
}

async function startEvents(options: HostOptions, disposer: Disposer) {
  const events = startTransport(options)
  await startRpc(options, events, disposer)
  const relays = startRelays(options, events.transport)
  await disposer.add({ stop: async () => void (await Promise.all(relays.map((relay) => relay.stop()))) })
  // Stops before the relays: rows that its handlers finish are then still marked sent.
  await disposer.add(events.transport)
  return { ...events, relays }
}

function serveRequests(options: HostOptions, problems: () => string[]): void {
  const { listener, opsListener, hasOpenProbes } = options
  const probes = createProbes(options, problems)
  opsListener.serve(createOpsApp(options, probes))
  listener.serve(createApp(options, hasOpenProbes ? probes : undefined))
}

async function start(options: HostOptions, disposer: Disposer): Promise<Omit<RunningHost, 'stop'>> {
  const { runtime, services, listener } = options
  let isServing = false
  await disposer.add({ stop: () => runtime.close() })
  for (const service of services) await disposer.add({ stop: async () => service.close?.() })
  await bringSchemasUpToDate(options)
  for (const service of services) await service.check?.()
  const { transport, relays } = await startEvents(options, disposer)
  const activities: Activities = new Map(
    services.map(({ name }) => [name, watchActivity(runtime.hints, schemaName(name))]),
  )
  await startJobs(options, activities, disposer)
  const problems = () => (isServing ? [] : ['services'])
  const measured = services.flatMap(({ name }) =>
    runtime.portsFor(name).primaries.map(({ db, leases, name: primary }, _index, { length }) => ({
      db,
      activity: leases.isOnlyWriter ? activities.get(name) : undefined,
      primary: length > 1 ? primary : undefined,
    })),
  )
  await disposer.add(startSchemaMetrics(measured, problems))
  await disposer.add(startTableMetrics(measured))
  const endWork = eventWork.observe(() => [{ value: transport.pending().length }])
  await disposer.add({ stop: async () => endWork() })
  serveRequests(options, problems)
  await disposer.add({ stop: () => options.opsListener.stop() })
  await disposer.add({ stop: () => listener.stop() })
  for (const { attach } of services) if (attach) await disposer.add(attach(listener.server))
  if (options.isLocalOnly) guardServer(listener.server, options.isLocalOnly)
  for (const service of services) if (service.start) await disposer.add(service.start())
  isServing = true
  const markNotReady = () => {
    isServing = false
  }
  await disposer.add({ stop: async () => markNotReady() })
  return {
    url: listener.url,
    opsUrl: options.opsListener.url,
    markNotReady,
    pending: async () => {
      const own = await Promise.all(services.map((service) => listPending(runtime, service)))
      return [...(await listPendingEvents(relays, transport)), ...own.flat()]
    },
  }
}

/**
 * Runs services in this process on one listener. Refuses to start with wiring faults. `stop` stops everything in reverse order:
 * supervisors and sockets first, then requests in flight, jobs, consumers, relays, gRPC, and the ports last.
 */
export async function runServices(options: HostOptions): Promise<RunningHost> {
  const faults = findWiringFaults(options.services)
  if (faults.length > 0) throw new AppError('ERR_INTERNAL', { detail: faults.join('; ') })
  const disposer = new Disposer()
  try {
    return { ...(await start(options, disposer)), stop: () => disposer.stop() }
  } catch (error) {
    await disposer.stop()
    throw error
  }
}
