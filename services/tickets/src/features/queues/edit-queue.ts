import { isDeepStrictEqual } from 'node:util'

import {
  defaultBusinessHours,
  promptId,
  queueIntegrationId,
  type BodyOf,
  type CompanyId,
  type createQueue as createEndpoint,
  type QueueId,
  type updateQueue as updateEndpoint,
} from '@balcao/contracts'
import type { QueueSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { changeTicket } from '../tickets'
import { assertUnique } from './queue'
import type { QueueDeps } from './queue-deps'
import { queueChanged, queueDeleted } from './queue-events'
import type { QueueFields } from './queue.store'

type QueueBody = BodyOf<typeof createEndpoint>
type QueuePatch = BodyOf<typeof updateEndpoint>

/** A new queue's fields; what is absent is unset. */
export const readQueueFields = (
  body: Partial<QueueBody> & Pick<QueueBody, 'name' | 'color' | 'greetingMessage' | 'outOfHoursMessage'>,
): QueueFields => ({
  name: body.name,
  color: body.color,
  greetingMessage: body.greetingMessage,
  outOfHoursMessage: body.outOfHoursMessage,
  orderQueue: body.orderQueue ?? 0,
  schedules: body.schedules ?? [...defaultBusinessHours],
  promptId: body.promptId ?? undefined,
  integrationId: body.integrationId ?? undefined,
  timeZone: body.timeZone ?? undefined,
  media: undefined,
})

/* Null clears a reference and resets the order; an absent field is kept. */
const applyPatch = (queue: QueueSnapshot, patch: QueuePatch): QueueSnapshot => ({
  ...queue,
  name: patch.name ?? queue.name,
  color: patch.color ?? queue.color,
  greetingMessage: patch.greetingMessage ?? queue.greetingMessage,
  outOfHoursMessage: patch.outOfHoursMessage ?? queue.outOfHoursMessage,
  orderQueue: patch.orderQueue === undefined ? queue.orderQueue : (patch.orderQueue ?? 0),
  schedules: patch.schedules ?? queue.schedules,
  promptId: patch.promptId === undefined ? queue.promptId : (patch.promptId ?? undefined),
  integrationId: patch.integrationId === undefined ? queue.integrationId : (patch.integrationId ?? undefined),
  timeZone: patch.timeZone === undefined ? queue.timeZone : (patch.timeZone ?? undefined),
})

/* Below the company's lock: whoever deletes a prompt or an integration takes it off the queues below the same lock. */
async function assertAssistants(
  deps: QueueDeps,
  tx: Tx,
  companyId: CompanyId,
  queue: Pick<QueueFields, 'promptId' | 'integrationId'>,
): Promise<void> {
  const prompt = queue.promptId
  if (prompt !== undefined && !(await deps.prompts.find(tx, companyId, promptId(prompt))))
    throw new AppError('ERR_NO_PROMPT_FOUND')
  const integration = queue.integrationId
  if (
    integration !== undefined &&
    !(await deps.integrations.find(tx, companyId, queueIntegrationId(integration)))
  )
    throw new AppError('ERR_NO_DIALOG_FOUND')
}

/**
 * A new queue. Creates of one company wait for each other, so that the plan's limit holds.
 * @throws {AppError} ERR_PLAN_LIMIT_REACHED, ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS,
 *   ERR_NO_PROMPT_FOUND, ERR_NO_DIALOG_FOUND
 */
export async function createQueue(
  deps: QueueDeps,
  session: Session,
  body: QueueBody,
): Promise<QueueSnapshot> {
  const { companyId } = session
  const limit = await deps.queueLimit(companyId)
  return deps.db.withTenant(companyId, async (tx) => {
    deps.queues.lockCompany(tx, companyId)
    const queues = await deps.queues.list(tx, companyId)
    const fields = readQueueFields(body)
    assertUnique(queues, fields)
    await assertAssistants(deps, tx, companyId, fields)
    if (queues.length >= limit)
      throw new AppError('ERR_PLAN_LIMIT_REACHED', { detail: `the plan allows ${limit} queues` })
    const queue = await deps.queues.insert(tx, companyId, fields)
    await deps.events.append(tx, [queueChanged(deps, companyId, queue)])
    return queue
  })
}

/**
 * The queue with what the patch names.
 * @throws {AppError} ERR_QUEUE_NOT_FOUND, ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS,
 *   ERR_NO_PROMPT_FOUND, ERR_NO_DIALOG_FOUND
 */
export async function updateQueue(
  deps: QueueDeps,
  session: Session,
  id: QueueId,
  patch: QueuePatch,
): Promise<QueueSnapshot> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    deps.queues.lockCompany(tx, companyId)
    const queues = await deps.queues.list(tx, companyId)
    const before = queues.find((queue) => queue.id === id)
    if (!before) throw new AppError('ERR_QUEUE_NOT_FOUND')
    const queue = applyPatch(before, patch)
    if (isDeepStrictEqual(queue, before)) return before
    assertUnique(queues, queue)
    await assertAssistants(deps, tx, companyId, queue)
    await deps.queues.save(tx, queue)
    await deps.events.append(tx, [queueChanged(deps, companyId, queue)])
    return queue
  })
}

/** Deletes a queue with its options; its tickets stay, without a queue. @throws {AppError} ERR_QUEUE_NOT_FOUND */
export async function deleteQueue(deps: QueueDeps, session: Session, id: QueueId): Promise<void> {
  const { companyId } = session
  await deps.db.withTenant(companyId, async (tx) => {
    deps.queues.lockCompany(tx, companyId)
    if (!(await deps.queues.find(tx, companyId, id))) throw new AppError('ERR_QUEUE_NOT_FOUND')
    const by = { id: session.userId, name: session.name }
    for (const ticket of await deps.tickets.lockEveryUnclosed(tx, companyId, { queueId: id }))
      await changeTicket(deps, tx, ticket, { command: { kind: 'leave-queue' }, by })
    await deps.queues.delete(tx, companyId, id)
    await deps.events.append(tx, [queueDeleted(deps, companyId, id)])
  })
}
