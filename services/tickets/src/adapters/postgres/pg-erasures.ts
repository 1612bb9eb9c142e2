import type { CompanyId, TicketId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute } from '@balcao/platform'

/** Queues the documents of these tickets' messages for erasure; call it before the rows go. */
export async function eraseMessagesOf(
  tx: Tx,
  companyId: CompanyId,
  ticketIds: readonly TicketId[],
): Promise<void> {
  await execute(
    tx,
    `INSERT INTO erasures (company_id, message_id, erase_media) SELECT company_id, id, source <> 'service' FROM messages WHERE company_id = $1 AND ticket_id = ANY ($2::int[])
     ON CONFLICT DO NOTHING`,
    [companyId, ticketIds],
  )
}
