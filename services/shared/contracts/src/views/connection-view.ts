import type { ConnectionSnapshot } from '../gen/desk/messaging/v1/messaging_events'
import {
  connectionProviders,
  connectionStatuses,
  newChatHolds,
  sessionEnds,
  type ConnectionView,
} from '../http/connections.routes'
import { capabilities } from '../rules/capabilities'
import { iso, isoOrNull, parseOneOf } from './view-fields'

/* No fallback: a wrong provider would show another kind of phone. */
function knownProvider(value: string): ConnectionView['provider'] {
  const known = connectionProviders.find((provider) => provider === value)
  if (!known) throw new Error(`unknown provider ${value}`)
  return known
}

const readNewChatsHeld = ({
  newChatsHold,
  newChatsHeldUntil: until,
}: ConnectionSnapshot): ConnectionView['newChatsHeld'] => {
  const why = newChatHolds.find((hold) => hold === newChatsHold)
  return why && until ? { why, until: iso(until) } : null
}

/**
 * A connection as every user of the company may see it: no token, no QR.
 * `queues` are the connection's queues; who cannot name them passes none and keeps the ids.
 */
export const connectionView = (
  connection: ConnectionSnapshot,
  queues: ConnectionView['queues'] = [],
  retries = connection.retries,
): ConnectionView => ({
  id: connection.id,
  name: connection.name,
  status: parseOneOf(connectionStatuses, connection.status, 'DISCONNECTED'),
  provider: knownProvider(connection.provider),
  capabilities: capabilities[knownProvider(connection.provider)],
  number: connection.number,
  isDefault: connection.isDefault,
  greetingMessage: connection.greetingMessage,
  complationMessage: connection.completionMessage,
  outOfHoursMessage: connection.outOfHoursMessage,
  ratingMessage: connection.ratingMessage,
  queues,
  queueIds: [...connection.queueIds],
  transferQueueId: connection.transferQueueId ?? null,
  timeToTransfer: connection.timeToTransfer,
  promptId: connection.promptId ?? null,
  expiresTicket: connection.expiresTicket,
  expiresInactiveMessage: connection.expiresInactiveMessage,
  maxUseBotQueues: connection.maxUseBotQueues,
  timeUseBotQueues: connection.timeUseBotQueues,
  retries,
  lastEnd: sessionEnds.find((reason) => reason === connection.lastEnd) ?? null,
  retryAt: isoOrNull(connection.retryAt),
  newChatsHeld: readNewChatsHeld(connection),
  createdAt: iso(connection.createdAt),
  updatedAt: iso(connection.updatedAt),
})
