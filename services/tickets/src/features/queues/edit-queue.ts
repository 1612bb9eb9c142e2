import type { BodyOf, CompanyId, createQueue as createEndpoint, QueueId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type QueueSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session } from '@balcao/kernel'

import { announceTicket, placeOf, type TicketDeps } from '../tickets'
import { assertUnique } from './queue'
import type { QueueFields, QueueStore } from './queue.store'

export interface QueueDeps extends TicketDeps {
  queues: QueueStore
  /** How many queues the company's plan allows. */
  queueLimit(companyId: CompanyId): Promise<number>
}

type QueueBody = BodyOf<typeof createEndpoint>

const fieldsOf = (body: QueueBody): QueueFields => ({
  name: body.name,
  color: body.color,
  greetingMessage: body.greetingMessage,
  outOfHoursMessage: body.outOfHoursMessage,
  orderQueue: body.orderQueue ?? 0,
})

const changed = (deps: QueueDeps, queue: QueueSnapshot, companyId: CompanyId) =>
  deskEvent(deps, companyId, orderingKeys.queue(queue.id), 'queueChanged', { queue })

/**
 * A new queue. Creates of one company wait for each other, so that the plan's limit holds.
 * @throws {AppError} ERR_PLAN_LIMIT_REACHED, ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS
 */
export async function createQueue(
  deps: QueueDeps,
  session: Session,
  body: QueueBody,
): Promise<QueueSnapshot> {
  const { companyId } = session
  const limit = await deps.queueLimit(companyId)
  return deps.db.withTenant(companyId, async (tx) => {
    await deps.queues.lockAll(tx, companyId)
    const queues = await deps.queues.all(tx, companyId)
    assertUnique(queues, fieldsOf(body))
    if (queues.length >= limit)
      throw new AppError('ERR_PLAN_LIMIT_REACHED', { detail: `the plan allows ${limit} queues` })
    const queue = await deps.queues.insert(tx, companyId, fieldsOf(body))
    await deps.events.append(tx, [changed(deps, queue, companyId)])
    return queue
  })
}

/** Replaces a queue. @throws {AppError} ERR_QUEUE_NOT_FOUND, ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS */
export async function updateQueue(
  deps: QueueDeps,
  session: Session,
  id: QueueId,
  body: QueueBody,
): Promise<QueueSnapshot> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    await deps.queues.lockAll(tx, companyId)
    const queues = await deps.queues.all(tx, companyId)
    if (!queues.some((queue) => queue.id === id)) throw new AppError('ERR_QUEUE_NOT_FOUND')
    const queue = { id, companyId, ...fieldsOf(body) }
    assertUnique(queues, queue)
    await deps.queues.save(tx, queue)
    await deps.events.append(tx, [changed(deps, queue, companyId)])
    return queue
  })
}

/** Deletes a queue; its tickets stay, without a queue. @throws {AppError} ERR_QUEUE_NOT_FOUND */
export async function deleteQueue(deps: QueueDeps, session: Session, id: QueueId): Promise<void> {
  const { companyId } = session
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.queues.lockAll(tx, companyId)
    if (!(await deps.queues.byId(tx, companyId, id))) throw new AppError('ERR_QUEUE_NOT_FOUND')
    const now = deps.clock.now()
    for (const ticket of await deps.tickets.lockUnclosedOf(tx, companyId, { queueId: id })) {
      const left = { ...ticket, queueId: null, version: ticket.version + 1, updatedAt: now }
      await deps.tickets.save(tx, left)
      await announceTicket(deps, tx, left, placeOf(ticket))
    }
    await deps.queues.delete(tx, companyId, id)
    await deps.events.append(tx, [
      deskEvent(deps, companyId, orderingKeys.queue(id), 'queueDeleted', { queueId: id }),
    ])
  })
}
