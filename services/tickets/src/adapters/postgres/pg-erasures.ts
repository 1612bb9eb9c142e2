import type { CompanyId, ContactId, MessageId, TicketId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, sql, type Sql } from '@balcao/platform'

/* Of messages `m`. */
async function queueErasures(tx: Tx, which: Sql): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO erasures (company_id, message_id, erase_media, contact_id)
      SELECT m.company_id, m.id, true, t.contact_id FROM messages m JOIN tickets t ON t.company_id = m.company_id AND t.id = m.ticket_id
      WHERE ${which} ON CONFLICT DO NOTHING`,
  )
}

/** Queues the documents of these tickets' messages for erasure; call it before the rows go. */
export const queueErasuresOfTickets = (
  tx: Tx,
  companyId: CompanyId,
  ticketIds: readonly TicketId[],
): Promise<void> =>
  queueErasures(tx, sql`m.company_id = ${companyId} AND m.ticket_id = ANY (${ticketIds}::bigint[])`)

/** The same of the messages of one ticket up to this `seq`. */
export const queueErasuresUpTo = (
  tx: Tx,
  companyId: CompanyId,
  ticketId: TicketId,
  seq: number,
): Promise<void> =>
  queueErasures(tx, sql`m.company_id = ${companyId} AND m.ticket_id = ${ticketId} AND m.seq <= ${seq}`)

/** Queues the document of a message for erasure whose row stays, and deletes the pending requests about it. */
export async function queueErasure(
  tx: Tx,
  companyId: CompanyId,
  contactId: ContactId,
  id: MessageId,
): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO erasures (company_id, message_id, erase_media, contact_id)
      VALUES (${companyId}, ${id}, true, ${contactId}) ON CONFLICT DO NOTHING`,
  )
  await execute(tx, sql`DELETE FROM message_requests WHERE company_id = ${companyId} AND message_id = ${id}`)
}
