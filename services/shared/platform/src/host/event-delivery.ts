import type { DeliverRequest } from '@balcao/contracts/wire'
import { AppError, SECOND, type RpcBinding, type Service, type ServiceName } from '@balcao/kernel'

import { companyErasuresConsumer } from '../companies'
import {
  createDeadEvents,
  createDirectTransport,
  createInProcessTransport,
  createKafkaTransport,
  startRelay,
  type TransportedEvent,
  type DeadEvents,
  type DirectTransport,
  type EventTransport,
  type OutboxRow,
  type Relay,
} from '../events'
import { schemaName } from '../postgres'
import { directoryConsumer, movedUsersConsumer } from '../sessions'
import { createLogger } from '../telemetry/logger'
import { counter } from '../telemetry/metrics'
import { continueTrace } from '../telemetry/tracing'
import { deliveryRpc } from './delivery.rpc'
import type { Runtime } from './runtime'
import { serviceNames } from './service-names'

const log = createLogger('host')
const parked = counter('balcao_dead_events_total', 'Events that a consumer gave up on')

/* The callee continues after this deadline; the repeated call is answered when it has finished. */
const DELIVER_WITHIN_MS = 5 * SECOND

export interface Hosted {
  runtime: Runtime
  services: readonly Service[]
}

const listConsumers = (runtime: Runtime, { name, consumers, companyErasure }: Service) => {
  const { db, inbox, sessions, clock, primaries } = runtime.portsFor(name)
  return [
    ...(primaries.length > 1 ? [movedUsersConsumer({ schema: schemaName(name), db })] : []),
    directoryConsumer({ schema: schemaName(name), db, directory: sessions }),
    companyErasuresConsumer({ service: name, db, inbox, clock, erasure: companyErasure }),
    ...consumers,
  ]
}

const buildGroupsOptions = ({ runtime, services }: Hosted) => ({
  consumers: services.flatMap((service) =>
    listConsumers(runtime, service).map((subscription) => ({
      subscription,
      db: runtime.portsFor(service.name).db,
    })),
  ),
  onDead: (group: string, row: TransportedEvent, error: unknown) => {
    parked.add(1, { group })
    const what = { group, case: row.type, companyId: row.companyId, err: error }
    continueTrace(row.body, () => log.error(what, 'event given up'))
  },
  log: (message: string) => log.warn(message),
})

const toDeliverRequest = (row: OutboxRow): DeliverRequest => ({ ...row, body: JSON.stringify(row.body) })

function directTransport(hosted: Hosted): DirectTransport {
  const { hostClients } = hosted.runtime
  const own = new Set<ServiceName>(hosted.services.map(({ name }) => name))
  const others = serviceNames
    .filter((name) => !own.has(name))
    .map((name) => {
      const clients = new Map(
        [...own].map((caller) => [schemaName(caller), hostClients.delivery(name, caller)]),
      )
      const options = { deadlineMs: DELIVER_WITHIN_MS }
      const bring = async (row: OutboxRow): Promise<unknown> => {
        const client = clients.get(row.schema)
        if (!client) throw new AppError('ERR_INTERNAL', { detail: `no service here writes ${row.schema}` })
        return continueTrace(row.body, () => client.deliver(toDeliverRequest(row), options))
      }
      return [name, bring] as const
    })
  return createDirectTransport({
    inner: createInProcessTransport(buildGroupsOptions(hosted)),
    others: new Map(others),
    log: (message) => log.warn(message),
  })
}

export interface EventDelivery {
  transport: EventTransport
  /** gRPC services that other processes call to deliver events. */
  bindings: RpcBinding[]
}

/** Kafka where there is a broker; otherwise in process, or over gRPC when services run in several processes. */
export function startTransport(hosted: Hosted): EventDelivery {
  const { broker } = hosted.runtime.engines
  if (broker)
    return { transport: createKafkaTransport({ ...buildGroupsOptions(hosted), ...broker }), bindings: [] }
  if (hosted.runtime.rpc.hostsEveryService)
    return { transport: createInProcessTransport(buildGroupsOptions(hosted)), bindings: [] }
  const transport = directTransport(hosted)
  return { transport, bindings: [deliveryRpc(transport)] }
}

export const startRelays = ({ runtime, services }: Hosted, transport: EventTransport): Relay[] =>
  services.flatMap(({ name }) => {
    const [{ db: first }, ...others] = runtime.portsFor(name).primaries
    const options = { transport, hints: runtime.hints, log: (message: string) => log.warn(message) }
    return [
      startRelay({ db: first, ...options }),
      ...others.map(({ db }) => startRelay({ db, first, ...options })),
    ]
  })

export const openDeadEvents = (runtime: Runtime, service: Service): DeadEvents =>
  createDeadEvents(runtime.portsFor(service.name).db, listConsumers(runtime, service))
