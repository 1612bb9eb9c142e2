import type { DeliverRequest } from '@balcao/contracts/wire'
import { AppError, SECOND, type RpcBinding, type Service, type ServiceName } from '@balcao/kernel'

import {
  createDeadLetters,
  createDirectTransport,
  createInProcessTransport,
  createKafkaTransport,
  startRelay,
  type CarriedEvent,
  type DeadLetters,
  type DirectTransport,
  type EventTransport,
  type OutboxRow,
  type Relay,
} from '../events'
import { schemaOf } from '../postgres'
import { directoryConsumer } from '../sessions'
import { createLogger } from '../telemetry/logger'
import { counter } from '../telemetry/metrics'
import { inTraceOf } from '../telemetry/tracing'
import { deliveryRpc } from './delivery.rpc'
import type { Machine } from './runtime'
import { serviceNames } from './service-names'

const log = createLogger('host')
const deaths = counter('balcao_dead_events_total', 'Events that a consumer gave up on')

/* The callee goes on with what it was brought; asked again, it answers when that is done. */
const DELIVER_WITHIN_MS = 5 * SECOND

export interface Hosted {
  machine: Machine
  services: readonly Service[]
}

const consumersOf = (machine: Machine, { name, consumers }: Service) => {
  const { db, inbox, sessions } = machine.portsOf(name)
  return [directoryConsumer({ schema: schemaOf(name), db, inbox, directory: sessions }), ...consumers]
}

const groupsOf = ({ machine, services }: Hosted) => ({
  consumers: services.flatMap((service) =>
    consumersOf(machine, service).map((subscription) => ({
      subscription,
      db: machine.portsOf(service.name).db,
    })),
  ),
  onDead: (group: string, row: CarriedEvent, error: unknown) => {
    deaths.add(1, { group })
    const what = { group, case: row.type, companyId: row.companyId, err: error }
    inTraceOf(row.body, () => log.error(what, 'event given up'))
  },
  log: (message: string) => log.warn(message),
})

const requestOf = (row: OutboxRow): DeliverRequest => ({ ...row, body: JSON.stringify(row.body) })

function directTransport(hosted: Hosted): DirectTransport {
  const { house } = hosted.machine
  const own = new Set<ServiceName>(hosted.services.map(({ name }) => name))
  const others = serviceNames
    .filter((name) => !own.has(name))
    .map((name) => {
      const clients = new Map([...own].map((caller) => [schemaOf(caller), house.delivery(name, caller)]))
      const options = { deadlineMs: DELIVER_WITHIN_MS }
      const bring = async (row: OutboxRow): Promise<unknown> => {
        const client = clients.get(row.schema)
        if (!client) throw new AppError('ERR_INTERNAL', { detail: `no service here writes ${row.schema}` })
        return inTraceOf(row.body, () => client.deliver(requestOf(row), options))
      }
      return [name, bring] as const
    })
  return createDirectTransport({
    inner: createInProcessTransport(groupsOf(hosted)),
    others: new Map(others),
    log: (message) => log.warn(message),
  })
}

export interface EventWork {
  transport: EventTransport
  /** What the transport needs others to call. */
  bindings: RpcBinding[]
}

/** A broker carries events where there is one. Without, one process needs no carrier, and several bring them to each other. */
export function startTransport(hosted: Hosted): EventWork {
  const { broker } = hosted.machine.engines
  if (broker) return { transport: createKafkaTransport({ ...groupsOf(hosted), ...broker }), bindings: [] }
  if (hosted.machine.rpc.isWhole)
    return { transport: createInProcessTransport(groupsOf(hosted)), bindings: [] }
  const transport = directTransport(hosted)
  return { transport, bindings: [deliveryRpc(transport)] }
}

export const startRelays = ({ machine, services }: Hosted, transport: EventTransport): Relay[] =>
  services.map(({ name }) =>
    startRelay({
      db: machine.portsOf(name).db,
      transport,
      hints: machine.hints,
      log: (message) => log.warn(message),
    }),
  )

export const lettersOf = (machine: Machine, service: Service): DeadLetters =>
  createDeadLetters(machine.portsOf(service.name).db, consumersOf(machine, service))
