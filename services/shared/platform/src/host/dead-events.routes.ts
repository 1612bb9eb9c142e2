import { dropDeadEvent, listDeadEvents, replayDeadEvent, type DeadEventView } from '@balcao/contracts'
import type { DeadEvent } from '@balcao/contracts/wire'
import { AppError, SECOND, type ServiceName } from '@balcao/kernel'

import type { HostClients } from '../grpc'
import type { HttpEdge } from '../http'
import { createLogger } from '../telemetry/logger'
import { serviceNames } from './service-names'

const log = createLogger('host.dead-events')
const PER_SERVICE = 50
const REPLAY_WITHIN_MS = 20 * SECOND

const toDeadEventView = (service: string, { id, diedAt, ...dead }: DeadEvent): DeadEventView => ({
  ...dead,
  id: `${service}.${id}`,
  service,
  diedAt: (diedAt ?? new Date(0)).toISOString(),
})

interface Page {
  deadEvents: DeadEventView[]
  hasMore: boolean
  unavailable: string[]
}

/* A service that does not answer must not hide the others' dead events. */
async function fetchPage(hostClients: HostClients, service: ServiceName): Promise<Page> {
  try {
    const { deadEvents, hasMore } = await hostClients.ops(service).listDeadEvents({ size: PER_SERVICE })
    return { deadEvents: deadEvents.map((dead) => toDeadEventView(service, dead)), hasMore, unavailable: [] }
  } catch (error) {
    log.warn({ service, err: error }, 'dead events could not be listed')
    return { deadEvents: [], hasMore: false, unavailable: [service] }
  }
}

function parseDeadEventId(deadEventId: string): { service: ServiceName; id: number } {
  const [name = '', number] = deadEventId.split('.')
  const service = serviceNames.find((known) => known === name)
  if (!service) throw new AppError('ERR_NO_EVENT_FOUND')
  return { service, id: Number(number) }
}

/** Listing, replaying and dropping dead events of all services, for super users. Each action is logged. */
export function mountDeadEventRoutes(edge: HttpEdge, hostClients: HostClients): void {
  edge.route(listDeadEvents, async () => {
    const pages = await Promise.all(serviceNames.map((service) => fetchPage(hostClients, service)))
    return {
      deadEvents: pages
        .flatMap((page) => page.deadEvents)
        .sort((left, right) => right.diedAt.localeCompare(left.diedAt)),
      hasMore: pages.some(({ hasMore }) => hasMore),
      unavailable: pages.flatMap(({ unavailable }) => unavailable),
    }
  })

  edge.route(replayDeadEvent, async ({ params, session }) => {
    const { service, id } = parseDeadEventId(params.deadEventId)
    const options = { deadlineMs: REPLAY_WITHIN_MS }
    const { handled, error } = await hostClients.ops(service).replayDeadEvent({ id }, options)
    log.warn(
      { userId: session.userId, id: params.deadEventId, status: handled ? 'handled' : 'failed' },
      'dead event replayed',
    )
    return handled ? { handled } : { handled, error }
  })

  edge.route(dropDeadEvent, async ({ params, session }) => {
    const { service, id } = parseDeadEventId(params.deadEventId)
    await hostClients.ops(service).dropDeadEvent({ id })
    log.warn({ userId: session.userId, id: params.deadEventId }, 'dead event dropped')
  })
}
