import { isDeepStrictEqual } from 'node:util'

import {
  MAX_QUEUE_OPTIONS,
  queueId as toQueueId,
  ROOT_PARENT_ID,
  type BodyOf,
  type CompanyId,
  type createQueueOption as createEndpoint,
  type QueueId,
  type QueueOptionId,
  type updateQueueOption as updateEndpoint,
} from '@balcao/contracts'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { assertMayJoin, closeGap, putAt } from './option-tree'
import type { QueueDeps } from './queue-deps'
import { queueOptionsChanged } from './queue-events'
import type { QueueOption } from './queue-option.store'

type OptionBody = BodyOf<typeof createEndpoint>
type OptionPatch = BodyOf<typeof updateEndpoint>

const LAST = MAX_QUEUE_OPTIONS + 1

const parseParent = (parentId: number | null): number | undefined =>
  parentId === null || parentId === ROOT_PARENT_ID ? undefined : parentId

/* Rows that are as they were are not written. */
async function saveChanged(
  deps: QueueDeps,
  tx: Tx,
  before: readonly QueueOption[],
  after: readonly QueueOption[],
): Promise<void> {
  const known = new Map(before.map((option) => [option.id, option]))
  for (const option of after)
    if (!isDeepStrictEqual(known.get(option.id), option)) await deps.queueOptions.save(tx, option)
}

/** The option, with the company's trees locked. @throws {AppError} ERR_NO_QUEUE_OPTION_FOUND */
export async function lockOption(
  deps: QueueDeps,
  tx: Tx,
  companyId: CompanyId,
  id: QueueOptionId,
): Promise<QueueOption> {
  deps.queues.lockCompany(tx, companyId)
  const option = await deps.queueOptions.find(tx, companyId, id)
  if (!option) throw new AppError('ERR_NO_QUEUE_OPTION_FOUND')
  return option
}

const announce = (deps: QueueDeps, tx: Tx, companyId: CompanyId, queueId: number) =>
  deps.events.append(tx, [queueOptionsChanged(deps, companyId, queueId)])

/** Saves an option that keeps its place, and announces it. */
export async function saveOption(
  deps: QueueDeps,
  tx: Tx,
  companyId: CompanyId,
  option: QueueOption,
): Promise<void> {
  await deps.queueOptions.save(tx, option)
  await announce(deps, tx, companyId, option.queueId)
}

async function lockTree(deps: QueueDeps, tx: Tx, companyId: CompanyId, queueId: QueueId) {
  deps.queues.lockCompany(tx, companyId)
  if (!(await deps.queues.find(tx, companyId, queueId))) throw new AppError('ERR_QUEUE_NOT_FOUND')
  const options = await deps.queueOptions.list(tx, companyId, queueId)
  if (options.length >= MAX_QUEUE_OPTIONS) throw new AppError('ERR_TOO_MANY_QUEUE_OPTIONS')
  return options
}

/**
 * A new option; siblings behind it are renumbered in the same transaction.
 * @throws {AppError} ERR_QUEUE_NOT_FOUND, ERR_NO_QUEUE_OPTION_FOUND, ERR_QUEUE_OPTION_TOO_DEEP, ERR_TOO_MANY_QUEUE_OPTIONS
 */
export function createOption(deps: QueueDeps, session: Session, body: OptionBody): Promise<QueueOption> {
  const { companyId } = session
  const queueId = toQueueId(body.queueId)
  const target = {
    parentId: parseParent(body.parentId),
    position: body.option === undefined ? LAST : Number(body.option),
  }
  return deps.db.withTenant(companyId, async (tx) => {
    const options = await lockTree(deps, tx, companyId, queueId)
    assertMayJoin(options, target.parentId)
    const { title, message } = body
    const { parentId } = target
    const inserted = await deps.queueOptions.insert(tx, {
      companyId,
      queueId,
      parentId,
      title,
      message,
      position: LAST,
      media: undefined,
    })
    const siblings = putAt(options, inserted, target)
    await saveChanged(deps, tx, [...options, inserted], siblings)
    await announce(deps, tx, companyId, queueId)
    return siblings.find(({ id }) => id === inserted.id) ?? inserted
  })
}

/* Without a parent or a number of its own in the patch an option stays where it is; under another parent it is the last. */
function chooseTarget(option: QueueOption, patch: OptionPatch) {
  const parentId = patch.parentId === undefined ? option.parentId : parseParent(patch.parentId)
  const stays = parentId === option.parentId
  if (patch.option !== undefined) return { parentId, position: Number(patch.option) }
  return { parentId, position: stays ? option.position : LAST }
}

/**
 * The option with what the patch names, moved with all below it when its parent or number changes.
 * @throws {AppError} ERR_NO_QUEUE_OPTION_FOUND, ERR_QUEUE_OPTION_TOO_DEEP, ERR_QUEUE_OPTION_IN_ITSELF
 */
export function updateOption(
  deps: QueueDeps,
  session: Session,
  id: QueueOptionId,
  patch: OptionPatch,
): Promise<QueueOption> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    const before = await lockOption(deps, tx, companyId, id)
    const options = await deps.queueOptions.list(tx, companyId, toQueueId(before.queueId))
    const target = chooseTarget(before, patch)
    assertMayJoin(options, target.parentId, before)
    const option = { ...before, title: patch.title ?? before.title, message: patch.message ?? before.message }
    const joined = putAt(options, option, target)
    const left = target.parentId === before.parentId ? [] : closeGap(options, before)
    const after = joined.find((sibling) => sibling.id === id) ?? option
    const siblings = [...left, ...joined]
    if (isDeepStrictEqual(after, before)) return before
    await saveChanged(deps, tx, options, siblings)
    await announce(deps, tx, companyId, before.queueId)
    return after
  })
}

/** Deletes an option with all below it; the remaining siblings are renumbered. @throws {AppError} ERR_NO_QUEUE_OPTION_FOUND */
export async function deleteOption(deps: QueueDeps, session: Session, id: QueueOptionId): Promise<void> {
  const { companyId } = session
  await deps.db.withTenant(companyId, async (tx) => {
    const option = await lockOption(deps, tx, companyId, id)
    const options = await deps.queueOptions.list(tx, companyId, toQueueId(option.queueId))
    await deps.queueOptions.delete(tx, companyId, id)
    await saveChanged(deps, tx, options, closeGap(options, option))
    await announce(deps, tx, companyId, option.queueId)
  })
}
