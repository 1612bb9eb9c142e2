import type { CompanyId, ContactId, MessageId, TicketId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute } from '@balcao/platform'

const WISH = `INSERT INTO erasures (company_id, message_id, erase_media, contact_id)
  SELECT m.company_id, m.id, true, t.contact_id FROM messages m JOIN tickets t ON t.company_id = m.company_id AND t.id = m.ticket_id`

/** Queues the documents of these tickets' messages for erasure; call it before the rows go. */
export async function eraseMessagesOf(
  tx: Tx,
  companyId: CompanyId,
  ticketIds: readonly TicketId[],
): Promise<void> {
  await execute(
    tx,
    `${WISH} WHERE m.company_id = $1 AND m.ticket_id = ANY ($2::int[]) ON CONFLICT DO NOTHING`,
    [companyId, ticketIds],
  )
}

/** Queues the document of a message for erasure whose row stays, and forgets what was asked of the network about it. */
export async function eraseMessage(
  tx: Tx,
  companyId: CompanyId,
  contactId: ContactId,
  id: MessageId,
): Promise<void> {
  const wish = `INSERT INTO erasures (company_id, message_id, erase_media, contact_id) VALUES ($1, $2, true, $3) ON CONFLICT DO NOTHING`
  await execute(tx, wish, [companyId, id, contactId])
  await execute(tx, 'DELETE FROM message_requests WHERE company_id = $1 AND message_id = $2', [companyId, id])
}
