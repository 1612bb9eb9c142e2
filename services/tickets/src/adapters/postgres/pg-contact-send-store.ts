import { messageId, ticketId, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { ContactSend, ContactSendStore } from '../../features/messages/contact-send.store'

export class PgContactSendStore implements ContactSendStore {
  async byKey(tx: Tx, companyId: CompanyId, clientKey: string): Promise<ContactSend | undefined> {
    const sql = 'SELECT ticket_id, message_ids FROM contact_sends WHERE company_id = $1 AND client_key = $2'
    const [row] = await query<{ ticket_id: number; message_ids: string[] }>(tx, sql, [companyId, clientKey])
    return row && { ticketId: ticketId(row.ticket_id), messageIds: row.message_ids.map(messageId) }
  }

  async lockKey(tx: Tx, companyId: CompanyId, clientKey: string): Promise<ContactSend | undefined> {
    await execute(tx, 'SELECT pg_advisory_xact_lock(hashtextextended($2, $1))', [companyId, clientKey])
    return this.byKey(tx, companyId, clientKey)
  }

  async insert(tx: Tx, companyId: CompanyId, clientKey: string, send: ContactSend, now: Date): Promise<void> {
    const sql =
      'INSERT INTO contact_sends (company_id, client_key, ticket_id, message_ids, created_at) VALUES ($1, $2, $3, $4::uuid[], $5)'
    await execute(tx, sql, [companyId, clientKey, send.ticketId, send.messageIds, now])
  }
}
