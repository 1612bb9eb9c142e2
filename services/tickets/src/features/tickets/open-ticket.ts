import type { CompanyId, ConnectionId, ContactId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'

import { isWithinReopenWindow, placeOf, type NewTicket, type Place, type Ticket } from './ticket'
import type { TicketDeps } from './ticket-deps'

export interface OpenRequest {
  companyId: CompanyId
  contact: { id: ContactId; isGroup: boolean }
  connectionId: ConnectionId
  reopenWindowMinutes: number
  /** Whether the last closed ticket may be taken up again; when not, it stays as it is and a new one is made. */
  mayTakeUp: (closed: Ticket) => boolean
  /** Where a ticket stands that has to be made. */
  whenNew: Place
  /** What a closed ticket within the window becomes; undefined leaves it closed and takes it as it is. */
  reopened: (closed: Ticket) => Ticket | undefined
}

export interface OpenedTicket {
  /** Locked until the transaction ends. */
  ticket: Ticket
  how: 'found' | 'reopened' | 'created'
  /** Where it stood before; undefined for a new one. */
  previous: Place | undefined
}

const ATTEMPTS = 5

const newTicket = (deps: Pick<TicketDeps, 'ids'>, request: OpenRequest, now: Date): NewTicket => ({
  uuid: deps.ids.next(),
  contactId: request.contact.id,
  connectionId: request.connectionId,
  isGroup: request.contact.isGroup,
  createdAt: now,
  ...request.whenNew,
})

async function takeUpClosed(
  deps: Pick<TicketDeps, 'tickets'>,
  tx: Tx,
  request: Omit<OpenRequest, 'whenNew'>,
  now: Date,
): Promise<OpenedTicket | undefined | 'taken'> {
  const closed = await deps.tickets.lockLastClosed(
    tx,
    request.companyId,
    request.contact.id,
    request.connectionId,
  )
  if (!closed || !isWithinReopenWindow(closed, request.reopenWindowMinutes, now)) return undefined
  if (!request.mayTakeUp(closed)) return undefined
  const reopened = request.reopened(closed)
  if (!reopened) return { ticket: closed, how: 'found', previous: placeOf(closed) }
  const ticket = { ...reopened, version: closed.version + 1, updatedAt: now }
  if (!(await deps.tickets.saveIfFree(tx, ticket))) return 'taken'
  return { ticket, how: 'reopened', previous: placeOf(closed) }
}

/**
 * The contact's unclosed ticket on the connection, else the closed one within the window, else a new one; locked.
 * Any number of callers at once get the same ticket: the partial unique index decides, losers look again.
 * Appends no event: the caller announces what it did with the ticket.
 */
export async function findOrOpenTicket(
  deps: Pick<TicketDeps, 'tickets' | 'ids'>,
  tx: Tx,
  request: OpenRequest,
  now: Date,
): Promise<OpenedTicket> {
  const { companyId, contact, connectionId } = request
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const unclosed = await deps.tickets.lockUnclosed(tx, companyId, contact.id, connectionId)
    if (unclosed) return { ticket: unclosed, how: 'found', previous: placeOf(unclosed) }
    const taken = await takeUpClosed(deps, tx, request, now)
    if (taken === 'taken') continue
    if (taken) return taken
    const created = await deps.tickets.insert(tx, companyId, newTicket(deps, request, now))
    if (created) return { ticket: created, how: 'created', previous: undefined }
  }
  throw new AppError('ERR_UNAVAILABLE', { detail: 'the ticket kept changing' })
}

/** The contact's unclosed ticket on the connection, else the last closed one however old; locked. Never a new one. */
export async function findTicket(
  deps: Pick<TicketDeps, 'tickets'>,
  tx: Tx,
  request: Pick<OpenRequest, 'companyId' | 'contact' | 'connectionId' | 'reopened'>,
  now: Date,
): Promise<OpenedTicket | undefined> {
  const { companyId, contact, connectionId } = request
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const unclosed = await deps.tickets.lockUnclosed(tx, companyId, contact.id, connectionId)
    if (unclosed) return { ticket: unclosed, how: 'found', previous: placeOf(unclosed) }
    const anyClosed = { ...request, reopenWindowMinutes: Infinity, mayTakeUp: () => true }
    const taken = await takeUpClosed(deps, tx, anyClosed, now)
    if (taken !== 'taken') return taken
  }
  throw new AppError('ERR_UNAVAILABLE', { detail: 'the ticket kept changing' })
}
