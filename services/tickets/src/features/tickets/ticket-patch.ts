import {
  connectionId,
  queueId,
  userId,
  type BodyOf,
  type Ignored,
  type QueueId,
  type updateTicket,
} from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import { settableFields, type SettableField, type Ticket } from './ticket'
import type { AgentCommand, FieldChanges } from './ticket-command'

export type TicketPatch = BodyOf<typeof updateTicket>

type CommandField =
  'status' | 'userId' | 'queueId' | 'whatsappId' | 'expectedStatus' | 'justClose' | 'undoSeconds'

type SentField = {
  [K in keyof TicketPatch]-?: NonNullable<TicketPatch[K]> extends Ignored ? never : K
}[keyof TicketPatch]

/* Does not compile while the body has a field that belongs to no command and is not settable. */
const settable: Readonly<Record<Exclude<SentField, CommandField>, string>> = settableFields

const isFieldName = (name: string): name is SettableField => name in settableFields

const isFieldValue = <K extends SettableField>(field: K, value: unknown): value is Ticket[K] =>
  value !== undefined && (value !== null || settableFields[field] === 'nullable')

function setField<K extends SettableField>(changes: FieldChanges, field: K, value: unknown): void {
  if (isFieldValue(field, value)) changes[field] = value
}

function pickFieldChanges(patch: TicketPatch): FieldChanges {
  const changes: FieldChanges = {}
  for (const name of Object.keys(settable)) if (isFieldName(name)) setField(changes, name, patch[name])
  return changes
}

const readQueueId = (patch: TicketPatch): QueueId | null | undefined =>
  patch.queueId == null ? patch.queueId : queueId(patch.queueId)

const readConnectionId = (patch: TicketPatch) =>
  patch.whatsappId == null ? {} : { connectionId: connectionId(patch.whatsappId) }

/* The web client sends the queue with every change; null then means "unchanged". */
const readSentQueue = (patch: TicketPatch) =>
  patch.queueId == null ? {} : { queueId: queueId(patch.queueId) }

function interpretOpen(ticket: Ticket, patch: TicketPatch, session: Session): AgentCommand {
  const fields = pickFieldChanges(patch)
  const agent = patch.userId == null ? session.userId : userId(patch.userId)
  const isOtherConnection = patch.whatsappId != null && patch.whatsappId !== ticket.connectionId
  if (isOtherConnection)
    return {
      kind: 'transfer',
      to: { kind: 'agent', agent, ...readSentQueue(patch), ...readConnectionId(patch) },
      fields,
    }
  if (ticket.status === 'pending') return { kind: 'accept', agent, ...readSentQueue(patch), fields }
  if (ticket.status === 'closed') return { kind: 'reopen', agent, ...readSentQueue(patch), fields }
  // Open already: naming oneself is a late accept, naming another agent is a transfer.
  const isLateAccept = agent === session.userId && agent !== ticket.userId
  return isLateAccept
    ? { kind: 'lost-race' }
    : { kind: 'transfer', to: { kind: 'agent', agent, ...readSentQueue(patch) }, fields }
}

function interpretPending(ticket: Ticket, patch: TicketPatch): AgentCommand {
  const queue = readQueueId(patch)
  const isOtherAssignment =
    (queue !== undefined && queue !== ticket.queueId) ||
    ticket.status === 'closed' ||
    patch.whatsappId != null
  if (!isOtherAssignment) return { kind: 'return', fields: pickFieldChanges(patch) }
  const to = {
    kind: 'queue' as const,
    queueId: queue === undefined ? ticket.queueId : queue,
    ...readConnectionId(patch),
  }
  return { kind: 'transfer', to, fields: pickFieldChanges(patch) }
}

function interpretTarget(patch: TicketPatch): AgentCommand {
  const fields = pickFieldChanges(patch)
  const queue = readQueueId(patch)
  if (patch.userId != null) {
    return {
      kind: 'transfer',
      to: { kind: 'agent', agent: userId(patch.userId), ...readSentQueue(patch), ...readConnectionId(patch) },
      fields,
    }
  }
  if (queue !== undefined)
    return { kind: 'transfer', to: { kind: 'queue', queueId: queue, ...readConnectionId(patch) }, fields }
  if (patch.userId === null) return { kind: 'return', fields }
  if (patch.whatsappId != null)
    return {
      kind: 'transfer',
      to: { kind: 'connection', connectionId: connectionId(patch.whatsappId) },
      fields,
    }
  return { kind: 'set-fields', fields }
}

/**
 * Which of five intents the one wire verb means: accept, return, resolve, reopen or transfer.
 * The wire cannot always tell a lost accept from a transfer to oneself; `expectedStatus` says what the caller saw.
 */
export function interpretPatch(ticket: Ticket, patch: TicketPatch, session: Session): AgentCommand {
  if (patch.expectedStatus !== undefined && patch.expectedStatus !== ticket.status)
    return { kind: 'lost-race' }
  if (patch.status === 'closed')
    return { kind: 'resolve', agent: session.userId, isSilent: patch.justClose ?? false }
  if (patch.status === 'open') return interpretOpen(ticket, patch, session)
  if (patch.status === 'pending') {
    return patch.userId == null ? interpretPending(ticket, patch) : interpretTarget(patch)
  }
  return interpretTarget(patch)
}
