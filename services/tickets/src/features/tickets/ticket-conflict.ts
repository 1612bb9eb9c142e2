import type { Tx } from '@balcao/kernel'
import { AppError } from '@balcao/kernel'

import type { Ticket } from './ticket'
import type { TicketStore } from './ticket.store'

/** ERR_OTHER_OPEN_TICKET whose wire text is the owning ticket as JSON, with its agent and queue. */
export async function buildOpenTicketConflict(
  tickets: TicketStore,
  tx: Tx,
  winner: Pick<Ticket, 'companyId' | 'id'>,
): Promise<AppError> {
  const conflict = await tickets.readConflict(tx, winner.companyId, winner.id)
  return new AppError('ERR_OTHER_OPEN_TICKET', {
    wire: JSON.stringify(conflict),
    detail: `ticket ${winner.id}`,
  })
}
