import {
  connectionId,
  queueId,
  userId,
  type BodyOf,
  type QueueId,
  type updateTicket,
} from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import type { Carried, Ticket, TicketCommand } from './ticket'

export type TicketPatch = BodyOf<typeof updateTicket>

const carriedOf = ({ useIntegration, promptId, integrationId }: TicketPatch): Carried => ({
  ...(useIntegration != null && { useIntegration }),
  ...(promptId !== undefined && { promptId }),
  ...(integrationId !== undefined && { integrationId }),
})

const queueOf = (patch: TicketPatch): QueueId | null | undefined =>
  patch.queueId == null ? patch.queueId : queueId(patch.queueId)

const connectionOf = (patch: TicketPatch) =>
  patch.whatsappId == null ? {} : { connectionId: connectionId(patch.whatsappId) }

/* The web carries the queue along with every move; null then means "as it is". */
const keptQueue = (patch: TicketPatch) => (patch.queueId == null ? {} : { queueId: queueId(patch.queueId) })

function interpretOpen(ticket: Ticket, patch: TicketPatch, session: Session): TicketCommand {
  const carried = carriedOf(patch)
  const agent = patch.userId == null ? session.userId : userId(patch.userId)
  const isOtherConnection = patch.whatsappId != null && patch.whatsappId !== ticket.connectionId
  if (isOtherConnection)
    return {
      kind: 'transfer',
      to: { kind: 'agent', agent, ...keptQueue(patch), ...connectionOf(patch) },
      carried,
    }
  if (ticket.status === 'pending') return { kind: 'accept', agent, ...keptQueue(patch), carried }
  if (ticket.status === 'closed') return { kind: 'reopen', agent, ...keptQueue(patch), carried }
  // Open already: naming oneself is an accept that came too late, naming somebody else hands it over.
  const isLateAccept = agent === session.userId && agent !== ticket.userId
  return isLateAccept
    ? { kind: 'lost-race' }
    : { kind: 'transfer', to: { kind: 'agent', agent, ...keptQueue(patch) }, carried }
}

function interpretPending(ticket: Ticket, patch: TicketPatch): TicketCommand {
  const queue = queueOf(patch)
  const isElsewhere =
    (queue !== undefined && queue !== ticket.queueId) ||
    ticket.status === 'closed' ||
    patch.whatsappId != null
  if (!isElsewhere) return { kind: 'return', carried: carriedOf(patch) }
  const to = {
    kind: 'queue' as const,
    queueId: queue === undefined ? ticket.queueId : queue,
    ...connectionOf(patch),
  }
  return { kind: 'transfer', to, carried: carriedOf(patch) }
}

function interpretPlace(patch: TicketPatch): TicketCommand {
  const carried = carriedOf(patch)
  const queue = queueOf(patch)
  if (patch.userId != null) {
    return {
      kind: 'transfer',
      to: { kind: 'agent', agent: userId(patch.userId), ...keptQueue(patch), ...connectionOf(patch) },
      carried,
    }
  }
  if (queue !== undefined)
    return { kind: 'transfer', to: { kind: 'queue', queueId: queue, ...connectionOf(patch) }, carried }
  if (patch.userId === null) return { kind: 'return', carried }
  if (patch.whatsappId != null)
    return {
      kind: 'transfer',
      to: { kind: 'connection', connectionId: connectionId(patch.whatsappId) },
      carried,
    }
  return { kind: 'carry', carried }
}

/**
 * Which of five intents the one wire verb means: accept, return, resolve, reopen or transfer.
 * The wire cannot always tell a lost accept from a transfer to oneself; `expectedStatus` says what the caller saw.
 */
export function interpretPatch(ticket: Ticket, patch: TicketPatch, session: Session): TicketCommand {
  if (patch.expectedStatus !== undefined && patch.expectedStatus !== ticket.status)
    return { kind: 'lost-race' }
  if (patch.status === 'closed') return { kind: 'resolve', agent: session.userId }
  if (patch.status === 'open') return interpretOpen(ticket, patch, session)
  if (patch.status === 'pending') {
    return patch.userId == null ? interpretPending(ticket, patch) : interpretPlace(patch)
  }
  return interpretPlace(patch)
}
