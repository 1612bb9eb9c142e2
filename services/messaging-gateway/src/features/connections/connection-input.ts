import { queueId, type BodyOf, type CompanyId, type createConnection, type QueueId } from '@balcao/contracts'
import { AppError, type Ids } from '@balcao/kernel'

import type { ConnectionSettings } from './connection'
import type { ConnectionDeps } from './connection-deps'

export type ConnectionBody = BodyOf<typeof createConnection>

const RANDOM_TOKEN_BYTES = 32

/** A new token of the send API: 32 random bytes in hex. */
export const newToken = (ids: Ids): string => ids.token(RANDOM_TOKEN_BYTES)

/** A body's settings over what was there. A provider is for life. */
export function settingsOf(
  body: ConnectionBody,
  current: Pick<ConnectionSettings, 'queueIds' | 'provider'> | undefined,
  defaults: Pick<ConnectionSettings, 'provider'>,
): ConnectionSettings {
  return {
    name: body.name,
    provider: current?.provider ?? body.provider ?? defaults.provider,
    isDefault: body.isDefault,
    greetingMessage: body.greetingMessage,
    completionMessage: body.complationMessage,
    outOfHoursMessage: body.outOfHoursMessage,
    ratingMessage: body.ratingMessage,
    expiresInactiveMessage: body.expiresInactiveMessage,
    queueIds: body.queueIds ? [...new Set(body.queueIds)].map(queueId) : (current?.queueIds ?? []),
    transferQueueId: body.transferQueueId === null ? null : queueId(body.transferQueueId),
    timeToTransfer: body.timeToTransfer ?? 0,
    promptId: body.promptId,
    expiresTicket: body.expiresTicket ?? 0,
    maxUseBotQueues: body.maxUseBotQueues ?? 3,
    timeUseBotQueues: body.timeUseBotQueues ?? 0,
  }
}

/** @throws {AppError} ERR_QUEUE_NOT_FOUND for a queue that is not the company's. Asks tickets; never inside a transaction. */
export async function assertQueues(
  deps: Pick<ConnectionDeps, 'rpc'>,
  companyId: CompanyId,
  settings: { queueIds: readonly QueueId[]; transferQueueId: QueueId | null },
): Promise<void> {
  const ids = [
    ...new Set([
      ...settings.queueIds,
      ...(settings.transferQueueId === null ? [] : [settings.transferQueueId]),
    ]),
  ]
  if (ids.length === 0) return
  const { queues } = await deps.rpc.tickets.getQueues({ companyId, ids })
  const known = new Set(queues.map((queue) => queue.id))
  if (!ids.every((id) => known.has(id))) throw new AppError('ERR_QUEUE_NOT_FOUND')
}
