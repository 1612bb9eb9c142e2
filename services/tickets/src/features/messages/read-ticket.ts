import type { TicketId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import { groupBy, type Session } from '@balcao/kernel'

import { changeTicket, ticketPlace, requireWorkableTicket, type Announce, type Ticket } from '../tickets'
import type { MessageDeps } from './message-deps'
import { readMarkRequested } from './message-events'
import type { ReadRow } from './message.store'

/* One mark per chat and participant, as the network wants them. */
function requestReadMarks(deps: MessageDeps, ticket: Ticket, rows: readonly ReadRow[]): DeskEvent[] {
  const groups = groupBy(rows, ({ remoteJid, participant }) => JSON.stringify([remoteJid, participant]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return [
      readMarkRequested(deps, ticket, {
        remoteJid: first.remoteJid,
        participant: first.participant,
        waIds: group.map(({ waId }) => waId),
      }),
    ]
  })
}

const announceUnreadCleared =
  (deps: MessageDeps): Announce =>
  ({ ticket }) =>
    Promise.resolve([
      deskEvent(deps, orderingKeys.ticket(ticket.companyId, ticket.id), 'ticketUnreadCleared', {
        ticketId: ticket.id,
        place: ticketPlace(ticket),
        version: ticket.version,
      }),
    ])

/**
 * Clears the unread count and asks the gateway to show the customer that the messages were read. Idempotent: with
 * nothing unread nothing happens. @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export async function readTicket(deps: MessageDeps, session: Session, ticketId: TicketId): Promise<void> {
  const { companyId } = session
  await deps.db.withTenant(companyId, async (tx) => {
    // One round trip: what a session may not mark is rolled back.
    const [found, rows] = await Promise.all([
      deps.tickets.lock(tx, companyId, ticketId),
      deps.messages.markRead(tx, companyId, ticketId),
    ])
    const ticket = requireWorkableTicket(session, found)
    const command = { kind: 'clear-unread', messages: rows.length } as const
    await changeTicket(deps, tx, ticket, { command, announce: announceUnreadCleared(deps) })
    await deps.events.append(tx, requestReadMarks(deps, ticket, rows))
  })
}
