import type { CompanyId, TicketId } from '@balcao/contracts'
import {
  deskEvent,
  orderingKeys,
  type DeskEvent,
  type TicketPlace,
  type TicketSnapshot,
  type UserRef,
} from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'

import type { Assignment, Ticket } from './ticket'
import type { TicketDeps } from './ticket-deps'

type Stamp = Pick<TicketDeps, 'ids' | 'clock'>

/** An assignment as events spell it: 0 for no queue and no agent. */
export const ticketPlace = ({ status, queueId, userId }: Assignment): TicketPlace => ({
  status,
  queueId: queueId ?? 0,
  userId: userId ?? 0,
})

export const ticketChanged = (
  stamp: Stamp,
  companyId: CompanyId,
  { ticket, previous, by }: { ticket: TicketSnapshot; previous: Assignment | undefined; by?: UserRef },
): DeskEvent =>
  deskEvent(stamp, orderingKeys.ticket(companyId, ticket.id), 'ticketChanged', {
    ticket,
    previous: previous ? ticketPlace(previous) : undefined,
    by,
  })

export const ticketDeleted = (stamp: Stamp, ticket: Ticket): DeskEvent =>
  deskEvent(stamp, orderingKeys.ticket(ticket.companyId, ticket.id), 'ticketDeleted', {
    ticketId: ticket.id,
    uuid: ticket.uuid,
    previous: ticketPlace(ticket),
  })

/** A ticket as events and answers carry it. @throws {AppError} ERR_NO_TICKET_FOUND */
export async function readTicketSnapshot(
  deps: Pick<TicketDeps, 'tickets'>,
  tx: Tx,
  companyId: CompanyId,
  id: TicketId,
): Promise<TicketSnapshot> {
  const snapshot = (await deps.tickets.findSnapshots(tx, companyId, [id])).get(id)
  if (!snapshot) throw new AppError('ERR_NO_TICKET_FOUND')
  return snapshot
}
