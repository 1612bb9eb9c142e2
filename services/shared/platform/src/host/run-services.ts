import { AppError, MINUTE, type Job, type Running } from '@balcao/kernel'

import { ensureTopics, eventSweepJobs, pendingEvents, type DeadLetters } from '../events'
import { startRpcServer } from '../grpc'
import { assertNoPendingMigrations, migrate } from '../postgres'
import { gauge } from '../telemetry/metrics'
import { wiringFaults } from './check-wiring'
import type { Door } from './http-listener'
import { lettersOf, startRelays, startTransport, type EventWork } from './event-delivery'
import { createApp, createOpsApp, probesOf, type AppOptions } from './host-app'
import { startJob } from './jobs'
import { sweepUploadsJob } from './sweep-uploads'
import { opsRpc } from './ops.rpc'
import { Undoing } from './disposer'
import { watchVitals } from './schema-metrics'

const eventWork = gauge('balcao_event_work', 'Events in the hands of consumers')

export interface HostOptions extends AppOptions {
  door: Door
  /** Listener of operations: probes and metrics. */
  opsDoor: Door
  /** Whether the customers' listener answers probes too. */
  hasOpenProbes: boolean
  /** The single machine migrates at boot under a lock; a pod refuses to start before its migration job has run. */
  migrations: 'run' | 'refuse'
}

export interface RunningHost extends Running {
  url: string
  /** Of probes and metrics. */
  opsUrl: string
  /** Whatever is still being worked on, by name: events, queues, deliveries. Empty when the desk is quiet. */
  pending(): Promise<string[]>
  /** Says that no new work should come; goes on working. */
  leave(): void
}

async function bringSchemasUpToDate({ machine, services, migrations }: HostOptions): Promise<void> {
  if (migrations === 'run') {
    const sets = services.map((service) => service.migrations)
    await migrate(sets, { admin: machine.postgres, ...machine.login })
    if (machine.engines.broker) await ensureTopics(machine.engines.broker.settings)
    return
  }
  for (const { name, migrations: set } of services)
    await assertNoPendingMigrations([set], machine.portsOf(name).db.server)
}

/* Again and again: while pods roll, old ones may keep more. */
const unknownEvents = (service: string, letters: DeadLetters): Job => ({
  name: `${service}.unknown-events`,
  everyMs: MINUTE,
  run: (signal) => letters.takeUpUnknown(signal),
})

async function startJobs({ machine, services, http }: HostOptions, undoing: Undoing): Promise<void> {
  const [first] = services
  if (first) {
    const folders = [http.edge.uploadDir, ...machine.engines.writeFolders]
    const { clock, leases } = machine.portsOf(first.name)
    await undoing.add(startJob(sweepUploadsJob(folders, clock), leases))
  }
  for (const service of services) {
    const { name, jobs } = service
    const { db, leases, clock } = machine.portsOf(name)
    const letters = lettersOf(machine, service)
    for (const job of [...jobs, ...eventSweepJobs(name, db, clock), unknownEvents(name, letters)])
      await undoing.add(startJob(job, leases))
  }
}

async function startRpc({ machine, services }: HostOptions, events: EventWork, undoing: Undoing) {
  const { listenAt, credentials, hasReflection } = machine.rpc
  const starting = services.map((service) => {
    const bindings = [...service.rpc, opsRpc(lettersOf(machine, service)), ...events.bindings]
    const { sessions } = machine.portsOf(service.name)
    const options = { credentials, sessions, hasReflection }
    return undoing.add(startRpcServer(listenAt(service.name), bindings, options))
  })
  await Promise.all(starting)
}

async function startEvents(options: HostOptions, undoing: Undoing) {
  const events = startTransport(options)
  await startRpc(options, events, undoing)
  const relays = startRelays(options, events.transport)
  await undoing.add({ stop: async () => void (await Promise.all(relays.map((relay) => relay.stop()))) })
  // Stops before the relays: what its handlers finish is then still marked sent.
  await undoing.add(events.transport)
  return { ...events, relays }
}

function openDoors(options: HostOptions, problems: () => string[]): void {
  const { door, opsDoor, hasOpenProbes } = options
  const probes = probesOf(options, problems)
  opsDoor.serve(createOpsApp(options, probes))
  door.serve(createApp(options, hasOpenProbes ? probes : undefined))
}

async function start(options: HostOptions, undoing: Undoing): Promise<Omit<RunningHost, 'stop'>> {
  const { machine, services, door } = options
  let isServing = false
  await undoing.add({ stop: () => machine.close() })
  for (const service of services) await undoing.add({ stop: async () => service.close?.() })
  await bringSchemasUpToDate(options)
  for (const service of services) await service.check?.()
  const { transport, relays } = await startEvents(options, undoing)
  await startJobs(options, undoing)
  const problems = () => (isServing ? [] : ['services'])
  await undoing.add(
    watchVitals(
      services.map(({ name }) => machine.portsOf(name).db),
      problems,
    ),
  )
  const endWork = eventWork.watch(() => [{ value: transport.pending().length }])
  await undoing.add({ stop: async () => endWork() })
  openDoors(options, problems)
  await undoing.add({ stop: () => options.opsDoor.stop() })
  await undoing.add({ stop: () => door.stop() })
  for (const { attach } of services) if (attach) await undoing.add(attach(door.server))
  for (const service of services) if (service.start) await undoing.add(service.start())
  isServing = true
  const leave = () => {
    isServing = false
  }
  await undoing.add({ stop: async () => leave() })
  return {
    url: door.url,
    opsUrl: options.opsDoor.url,
    leave,
    pending: async () => {
      const own = await Promise.all(services.map(async (service) => (await service.pending?.()) ?? []))
      return [...(await pendingEvents(relays, transport)), ...own.flat()]
    },
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
    return { ...(await start(options, undoing)), stop: () => undoing.stop() }
  } catch (error) {
    await undoing.stop()
    throw error
  }
}
