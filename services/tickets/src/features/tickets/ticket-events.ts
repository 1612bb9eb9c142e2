import type { CompanyId, TicketId } from '@balcao/contracts'
import {
  deskEvent,
  orderingKeys,
  type DeskEvent,
  type TicketPlace,
  type TicketSnapshot,
} from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'

import type { Place, Ticket } from './ticket'
import type { TicketDeps } from './ticket-deps'

type Stamp = Pick<TicketDeps, 'ids' | 'clock'>

/** A place as events spell it: 0 for no queue and no agent. */
export const ticketPlace = ({ status, queueId, userId }: Place): TicketPlace => ({
  status,
  queueId: queueId ?? 0,
  userId: userId ?? 0,
})

export const ticketChanged = (
  stamp: Stamp,
  companyId: CompanyId,
  ticket: TicketSnapshot,
  previous: Place | undefined,
): DeskEvent =>
  deskEvent(stamp, companyId, orderingKeys.ticket(ticket.id), 'ticketChanged', {
    ticket,
    previous: previous ? ticketPlace(previous) : undefined,
  })

export const ticketDeleted = (stamp: Stamp, ticket: Ticket): DeskEvent =>
  deskEvent(stamp, ticket.companyId, orderingKeys.ticket(ticket.id), 'ticketDeleted', {
    ticketId: ticket.id,
    uuid: ticket.uuid,
    previous: ticketPlace(ticket),
  })

/** The snapshot of a ticket that is known to be there. */
export async function snapshotOf(
  deps: Pick<TicketDeps, 'tickets'>,
  tx: Tx,
  companyId: CompanyId,
  id: TicketId,
): Promise<TicketSnapshot> {
  const snapshot = (await deps.tickets.snapshots(tx, companyId, [id])).get(id)
  if (!snapshot) throw new AppError('ERR_NO_TICKET_FOUND')
  return snapshot
}

/** Appends `ticketChanged` with the ticket as it is now in the transaction, and answers that snapshot. */
export async function announceTicket(
  deps: TicketDeps,
  tx: Tx,
  ticket: Ticket,
  previous: Place | undefined,
): Promise<TicketSnapshot> {
  const snapshot = await snapshotOf(deps, tx, ticket.companyId, ticket.id)
  await deps.events.append(tx, [ticketChanged(deps, ticket.companyId, snapshot, previous)])
  return snapshot
}
