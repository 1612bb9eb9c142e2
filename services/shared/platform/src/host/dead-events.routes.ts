import { dropDeadEvent, listDeadEvents, replayDeadEvent, type DeadEventView } from '@balcao/contracts'
import { AppError, type ServiceName } from '@balcao/kernel'

import type { DeadEvent, DeadLetters } from '../events'
import type { HttpEdge } from '../http'
import { createLogger } from '../telemetry/logger'

const log = createLogger('host.dead-events')
const PER_SERVICE = 50

const viewOf = (service: string, dead: DeadEvent): DeadEventView => ({
  id: `${service}.${dead.id}`,
  service,
  group: dead.consumer,
  eventId: dead.eventId,
  companyId: dead.companyId,
  orderingKey: dead.orderingKey,
  topic: dead.topic,
  type: dead.type,
  attempts: dead.attempts,
  error: dead.error,
  diedAt: dead.diedAt.toISOString(),
})

/** What super users do with events that consumers gave up on, over all services of the process. Each act is logged. */
export function deadEventRoutes(edge: HttpEdge, letters: ReadonlyMap<ServiceName, DeadLetters>): void {
  const find = (deadEventId: string): [DeadLetters, number] => {
    const [service = '', number] = deadEventId.split('.')
    for (const [name, own] of letters) if (name === service) return [own, Number(number)]
    throw new AppError('ERR_NO_EVENT_FOUND')
  }

  edge.route(listDeadEvents, async () => {
    const pages = await Promise.all(
      [...letters].map(async ([service, own]) => {
        const { items, hasMore } = await own.list({ size: PER_SERVICE })
        return { items: items.map((dead) => viewOf(service, dead)), hasMore }
      }),
    )
    const deadEvents = pages
      .flatMap(({ items }) => items)
      .sort((left, right) => right.diedAt.localeCompare(left.diedAt))
    return { deadEvents, hasMore: pages.some(({ hasMore }) => hasMore) }
  })

  edge.route(replayDeadEvent, async ({ params, session }) => {
    const [own, id] = find(params.deadEventId)
    const result = await own.replay(id)
    log.warn(
      { userId: session.userId, id: params.deadEventId, status: result.handled ? 'handled' : 'failed' },
      'dead event replayed',
    )
    return result
  })

  edge.route(dropDeadEvent, async ({ params, session }) => {
    const [own, id] = find(params.deadEventId)
    await own.drop(id)
    log.warn({ userId: session.userId, id: params.deadEventId }, 'dead event dropped')
  })
}
