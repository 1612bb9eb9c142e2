import type { CompanyId, ConnectionId, ContactId, UserId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'

import { saveTicketChange } from './commit-ticket-change'
import { decideTicket } from './decide-ticket'
import { assignmentOf, isWithinReopenWindow, newTicket, type Assignment, type Ticket } from './ticket'
import type { CustomerText, TicketCommand } from './ticket-command'
import type { TicketDeps } from './ticket-deps'
import { describeCreation } from './ticket-log'
import { trackChange } from './tracking'

export interface OpenRequest {
  companyId: CompanyId
  /** `isNew`: made in this transaction, so that no ticket of it is looked for. */
  contact: { id: ContactId; isGroup: boolean; isNew?: boolean }
  connectionId: ConnectionId
  reopenWindowMinutes: number
  /** Whether the last closed ticket may be reopened; when not, it stays as it is and a new one is made. */
  mayReopen: (closed: Ticket) => boolean
  /** Whether the message belongs to the last closed ticket, which stays closed; no unless given. */
  takesClosed?: (closed: Ticket) => boolean
  /** The assignment of a ticket that has to be made. */
  whenNew: Assignment
  /** What is done with a closed ticket within the window; undefined leaves it closed and takes it as it is. */
  reopenWith: TicketCommand | undefined
  /** The user who opens it; absent when it opens by itself. */
  by?: UserId | undefined
}

/** A ticket that messages are added to, or that was opened. `announceTicket` appends its events. */
export interface OpenedTicket {
  /** Locked until the transaction ends. */
  ticket: Ticket
  how: 'found' | 'reopened' | 'created'
  /** Its assignment before; undefined for a new one. */
  previous: Assignment | undefined
  /** Texts for the customer. */
  texts: readonly CustomerText[]
}

type OpenDeps = Pick<TicketDeps, 'tickets' | 'trackings' | 'log' | 'clock' | 'ids'>

const ATTEMPTS = 5

/** A locked ticket that was not changed. */
export const describeFound = (ticket: Ticket): OpenedTicket => ({
  ticket,
  how: 'found',
  previous: assignmentOf(ticket),
  texts: [],
})

/** Reopens a closed ticket with this assignment; without a queue it keeps its own. */
export function buildReopenCommand({ userId, queueId }: Assignment): TicketCommand {
  const queue = queueId === null ? {} : { queueId }
  return userId === null
    ? { kind: 'transfer', to: { kind: 'queue', ...queue }, fields: {} }
    : { kind: 'reopen', agent: userId, ...queue, fields: {} }
}

async function reopenLastClosed(
  deps: Omit<OpenDeps, 'ids'>,
  tx: Tx,
  request: Omit<OpenRequest, 'whenNew'>,
): Promise<OpenedTicket | undefined | 'taken'> {
  const { companyId, contact, connectionId, reopenWindowMinutes, reopenWith } = request
  const now = deps.clock.now()
  const closed = await deps.tickets.lockLastClosed(tx, companyId, contact.id, connectionId)
  if (closed && request.takesClosed?.(closed)) return describeFound(closed)
  if (!closed || !isWithinReopenWindow(closed, reopenWindowMinutes, now)) return undefined
  if (!request.mayReopen(closed)) return undefined
  const decision = reopenWith && decideTicket(closed, reopenWith, { now })
  if (decision?.kind !== 'changed') return describeFound(closed)
  const { change } = decision
  const ticket = await saveTicketChange(deps, tx, change, request.by ?? null)
  if (ticket === 'taken') return 'taken'
  return { ticket, how: 'reopened', previous: change.previous, texts: change.texts }
}

async function insertTicket(
  deps: OpenDeps,
  tx: Tx,
  { companyId, contact, connectionId, whenNew, by }: OpenRequest,
): Promise<OpenedTicket | undefined> {
  const known = {
    ...whenNew,
    uuid: deps.ids.next(),
    companyId,
    contactId: contact.id,
    connectionId,
    isGroup: contact.isGroup,
  }
  const now = deps.clock.now()
  const ticket = await deps.tickets.insert(tx, newTicket(known, now))
  if (!ticket) return undefined
  const tracked = trackChange(undefined, ticket, now)
  if (tracked) deps.trackings.write(tx, companyId, ticket.id, tracked)
  deps.log.append(tx, companyId, ticket.id, { ...describeCreation(ticket, by ?? null), now })
  return { ticket, how: 'created', previous: undefined, texts: [] }
}

/**
 * The contact's unclosed ticket on the connection, else the closed one within the window, else a new one; locked.
 * Any number of callers at once get the same ticket: the partial unique index decides, losers look again.
 * Appends no event: the caller announces what it did with the ticket.
 */
export async function findOrOpenTicket(deps: OpenDeps, tx: Tx, request: OpenRequest): Promise<OpenedTicket> {
  const { companyId, contact, connectionId } = request
  const first = contact.isNew ? await insertTicket(deps, tx, request) : undefined
  if (first) return first
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const unclosed = await deps.tickets.lockUnclosed(tx, companyId, contact.id, connectionId)
    if (unclosed) return describeFound(unclosed)
    const reopened = await reopenLastClosed(deps, tx, request)
    if (reopened === 'taken') continue
    const opened = reopened ?? (await insertTicket(deps, tx, request))
    if (opened) return opened
  }
  throw new AppError('ERR_UNAVAILABLE', { detail: 'the ticket kept changing' })
}

/** The contact's unclosed ticket on the connection, else the last closed one however old; locked. Never a new one. */
export async function findTicket(
  deps: Omit<OpenDeps, 'ids'>,
  tx: Tx,
  request: Pick<OpenRequest, 'companyId' | 'contact' | 'connectionId' | 'reopenWith'>,
): Promise<OpenedTicket | undefined> {
  const { companyId, contact, connectionId } = request
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const unclosed = await deps.tickets.lockUnclosed(tx, companyId, contact.id, connectionId)
    if (unclosed) return describeFound(unclosed)
    const anyClosed = { ...request, reopenWindowMinutes: Infinity, mayReopen: () => true }
    const reopened = await reopenLastClosed(deps, tx, anyClosed)
    if (reopened !== 'taken') return reopened
  }
  throw new AppError('ERR_UNAVAILABLE', { detail: 'the ticket kept changing' })
}
