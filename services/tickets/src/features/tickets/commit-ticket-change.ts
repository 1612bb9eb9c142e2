import { userId, type UserId } from '@balcao/contracts'
import type { DeskEvent, TicketSnapshot, UserRef } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { decideTicket, type TicketChange } from './decide-ticket'
import type { Assignment, Ticket } from './ticket'
import type { CustomerText, TicketCommand } from './ticket-command'
import { buildOpenTicketConflict } from './ticket-conflict'
import type { TicketDeps } from './ticket-deps'
import { readTicketSnapshot, ticketChanged } from './ticket-events'
import { describeChange } from './ticket-log'
import { carrySnapshot } from './ticket-snapshot'
import { isAgentAnswer, trackChange } from './tracking'

export type CommitDeps = Pick<
  TicketDeps,
  'tickets' | 'trackings' | 'log' | 'events' | 'ids' | 'clock' | 'texts'
>

/** The texts of a change for the customer, written from the ticket as the change left it. */
export type WriteTexts = (
  change: TicketChange,
  snapshot: TicketSnapshot,
) => readonly CustomerText[] | Promise<readonly CustomerText[]>

/** A ticket as it is now in the transaction. */
export interface CommittedTicket {
  ticket: Ticket
  previous: Assignment | undefined
  /** The snapshot for events and answers; read once, with the first call. */
  readSnapshot: () => Promise<TicketSnapshot>
}

/** Builds the events of a change. */
export type Announce = (committed: CommittedTicket) => Promise<readonly DeskEvent[]>

function describeCommitted(
  deps: CommitDeps,
  tx: Tx,
  ticket: Ticket,
  { previous, known }: { previous: Assignment | undefined; known?: TicketSnapshot },
): CommittedTicket {
  let snapshot = known && Promise.resolve(known)
  return {
    ticket,
    previous,
    readSnapshot: () => (snapshot ??= readTicketSnapshot(deps, tx, ticket.companyId, ticket.id)),
  }
}

/* `by` is the user who asked for the change. */
const announceTicketChanged =
  (deps: CommitDeps, by?: UserRef): Announce =>
  async ({ ticket, previous, readSnapshot }) => [
    ticketChanged(deps, ticket.companyId, { ticket: await readSnapshot(), previous, by }),
  ]

/* Contact and connection have at most one unclosed ticket: becoming it may fail, staying it cannot. */
const becomesUnclosed = ({ before, after }: TicketChange): boolean =>
  after.status !== 'closed' &&
  (before.status === 'closed' ||
    before.connectionId !== after.connectionId ||
    before.contactId !== after.contactId)

/**
 * Writes the row with its next version, what trackings count, and the log's row. `taken`, and nothing written, when the contact has another unclosed ticket on
 * that connection. Appends no event: for `findOrOpenTicket`, whose callers announce.
 */
export async function saveTicketChange(
  deps: Pick<CommitDeps, 'tickets' | 'trackings' | 'log' | 'clock'>,
  tx: Tx,
  change: TicketChange,
  by: UserId | null,
): Promise<Ticket | 'taken'> {
  const { before, after, movesUp } = change
  const ticket = {
    ...after,
    version: before.version + 1,
    updatedAt: movesUp ? deps.clock.now() : before.updatedAt,
  }
  if (becomesUnclosed(change)) {
    if (!(await deps.tickets.saveIfFree(tx, ticket, before.version))) return 'taken'
  } else deps.tickets.save(tx, ticket, before.version)
  const now = deps.clock.now()
  const tracked = trackChange(before, ticket, now)
  if (tracked) deps.trackings.write(tx, ticket.companyId, ticket.id, tracked)
  if (isAgentAnswer(before, ticket)) deps.trackings.answer(tx, ticket.companyId, ticket.id, now)
  const entry = describeChange(change.cause, { before, after: ticket }, by)
  if (entry) deps.log.append(tx, ticket.companyId, ticket.id, { ...entry, now })
  return ticket
}

export interface CommitOptions {
  /** The user who asked for it: events and the log name them. */
  by?: UserRef | undefined
  /** The events; `ticketChanged` unless given. */
  announce?: Announce
  /** The texts for the customer; the decision's unless given. */
  writeTexts?: WriteTexts
  /** The ticket's snapshot as it was locked: the one after the change is made from it where it can be, which saves a round trip. */
  seen?: TicketSnapshot | undefined
}

interface AnnouncedTicket {
  ticket: Ticket
  previous: Assignment | undefined
  snapshot?: TicketSnapshot | undefined
  texts: readonly CustomerText[] | ((committed: CommittedTicket) => Promise<readonly CustomerText[]>)
}

/** Appends the events, then sends the texts. */
export async function announceTicket(
  deps: CommitDeps,
  tx: Tx,
  changed: AnnouncedTicket,
  announce: Announce = announceTicketChanged(deps),
): Promise<CommittedTicket> {
  const { ticket, previous, snapshot } = changed
  const committed = describeCommitted(deps, tx, ticket, { previous, known: snapshot })
  await deps.events.append(tx, await announce(committed))
  const texts = typeof changed.texts === 'function' ? await changed.texts(committed) : changed.texts
  if (texts.length === 0) return committed
  return describeCommitted(deps, tx, await deps.texts.send(tx, ticket, texts), { previous })
}

/**
 * The one way a ticket changes: writes the locked row with its next version and time, appends the events that tell it,
 * and sends what the decision says to the customer; all in `tx`.
 * @throws {AppError} ERR_OTHER_OPEN_TICKET when the contact has another unclosed ticket on that connection.
 */
export async function commitTicketChange(
  deps: CommitDeps,
  tx: Tx,
  change: TicketChange,
  { by, announce = announceTicketChanged(deps, by), writeTexts, seen }: CommitOptions = {},
): Promise<CommittedTicket> {
  const ticket = await saveTicketChange(deps, tx, change, by ? userId(by.id) : null)
  if (ticket === 'taken') {
    const { companyId, contactId, connectionId } = change.after
    const other = await deps.tickets.lockUnclosed(tx, companyId, contactId, connectionId)
    throw await buildOpenTicketConflict(deps.tickets, tx, other ?? change.before)
  }
  const texts = writeTexts
    ? async ({ readSnapshot }: CommittedTicket) => writeTexts(change, await readSnapshot())
    : change.texts
  const snapshot = seen && by && carrySnapshot(seen, { before: change.before, after: ticket }, by)
  return announceTicket(deps, tx, { ticket, previous: change.previous, snapshot, texts }, announce)
}

/**
 * Decides about a locked ticket and commits what was decided; the ticket as it is when nothing was.
 * @throws {AppError} ERR_OTHER_OPEN_TICKET with the ticket's owner as JSON when the command came too late.
 */
export async function changeTicket(
  deps: CommitDeps,
  tx: Tx,
  ticket: Ticket,
  { command, ...options }: CommitOptions & { command: TicketCommand },
): Promise<CommittedTicket> {
  const decision = decideTicket(ticket, command, { now: deps.clock.now() })
  if (decision.kind === 'conflict') throw await buildOpenTicketConflict(deps.tickets, tx, ticket)
  if (decision.kind === 'unchanged')
    return describeCommitted(deps, tx, ticket, { previous: undefined, known: options.seen })
  return commitTicketChange(deps, tx, decision.change, options)
}
