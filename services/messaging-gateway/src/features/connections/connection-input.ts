import {
  queueId,
  type BodyOf,
  type createConnection,
  type QueueId,
  type updateConnection,
} from '@balcao/contracts'
import { AppError, type Ids, type Session } from '@balcao/kernel'

import { unsetConnection, type ConnectionSettings } from './connection'
import type { ConnectionDeps } from './connection-deps'

export type ConnectionBody = BodyOf<typeof createConnection>
export type ConnectionPatch = BodyOf<typeof updateConnection>

const RANDOM_TOKEN_BYTES = 32

/** A new token of the send API: 32 random bytes in hex. */
export const createToken = (ids: Ids): string => ids.token(RANDOM_TOKEN_BYTES)

const toQueueIds = (ids: readonly number[]): QueueId[] => [...new Set(ids)].map(queueId)

/** The settings of a new connection. */
export function toConnectionSettings(
  body: ConnectionBody,
  defaults: Pick<ConnectionSettings, 'provider'>,
): ConnectionSettings {
  return {
    name: body.name,
    provider: body.provider ?? defaults.provider,
    isDefault: body.isDefault,
    greetingMessage: body.greetingMessage,
    completionMessage: body.complationMessage,
    outOfHoursMessage: body.outOfHoursMessage,
    ratingMessage: body.ratingMessage,
    expiresInactiveMessage: body.expiresInactiveMessage,
    queueIds: toQueueIds(body.queueIds ?? []),
    transferQueueId: body.transferQueueId === null ? null : queueId(body.transferQueueId),
    timeToTransfer: body.timeToTransfer ?? unsetConnection.timeToTransfer,
    promptId: body.promptId,
    expiresTicket: body.expiresTicket ?? unsetConnection.expiresTicket,
    maxUseBotQueues: body.maxUseBotQueues ?? unsetConnection.maxUseBotQueues,
    timeUseBotQueues: body.timeUseBotQueues ?? unsetConnection.timeUseBotQueues,
  }
}

/* Null gives a number its default. */
const patchNumber = (given: number | null | undefined, current: number, byDefault = 0): number =>
  given === undefined ? current : (given ?? byDefault)

/** The settings with the fields of the patch; absent fields stay. The provider never changes. */
export const patchSettings = (current: ConnectionSettings, patch: ConnectionPatch): ConnectionSettings => ({
  name: patch.name ?? current.name,
  provider: current.provider,
  isDefault: patch.isDefault ?? current.isDefault,
  greetingMessage: patch.greetingMessage ?? current.greetingMessage,
  completionMessage: patch.complationMessage ?? current.completionMessage,
  outOfHoursMessage: patch.outOfHoursMessage ?? current.outOfHoursMessage,
  ratingMessage: patch.ratingMessage ?? current.ratingMessage,
  expiresInactiveMessage: patch.expiresInactiveMessage ?? current.expiresInactiveMessage,
  queueIds: patch.queueIds ? toQueueIds(patch.queueIds) : current.queueIds,
  transferQueueId:
    patch.transferQueueId === undefined
      ? current.transferQueueId
      : patch.transferQueueId === null
        ? null
        : queueId(patch.transferQueueId),
  timeToTransfer: patchNumber(patch.timeToTransfer, current.timeToTransfer),
  promptId: patch.promptId === undefined ? current.promptId : patch.promptId,
  expiresTicket: patchNumber(patch.expiresTicket, current.expiresTicket),
  maxUseBotQueues: patchNumber(
    patch.maxUseBotQueues,
    current.maxUseBotQueues,
    unsetConnection.maxUseBotQueues,
  ),
  timeUseBotQueues: patchNumber(patch.timeUseBotQueues, current.timeUseBotQueues),
})

type References = Pick<ConnectionSettings, 'queueIds' | 'transferQueueId' | 'promptId'>

async function assertPrompt({ rpc }: Pick<ConnectionDeps, 'rpc'>, session: Session, promptId: number) {
  const { exists } = await rpc.tickets.hasPrompt({ companyId: session.companyId, promptId }, { session })
  if (!exists) throw new AppError('ERR_NO_PROMPT_FOUND')
}

/**
 * What the settings name is the company's. Asks tickets; never inside a transaction.
 * @throws {AppError} ERR_QUEUE_NOT_FOUND, ERR_NO_PROMPT_FOUND
 */
export async function assertReferences(
  deps: Pick<ConnectionDeps, 'rpc'>,
  session: Session,
  settings: References,
): Promise<void> {
  if (settings.promptId !== null) await assertPrompt(deps, session, settings.promptId)
  const ids = [
    ...new Set([
      ...settings.queueIds,
      ...(settings.transferQueueId === null ? [] : [settings.transferQueueId]),
    ]),
  ]
  if (ids.length === 0) return
  const { queues } = await deps.rpc.tickets.getQueues({ companyId: session.companyId, ids }, { session })
  const known = new Set(queues.map((queue) => queue.id))
  if (!ids.every((id) => known.has(id))) throw new AppError('ERR_QUEUE_NOT_FOUND')
}
