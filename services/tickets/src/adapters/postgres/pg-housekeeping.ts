import {
  companyId,
  contactId,
  messageId,
  type CompanyId,
  type ContactId,
  type MessageId,
} from '@balcao/contracts'
import type { Database, Tx } from '@balcao/kernel'
import { execute, query, rawSql, sql } from '@balcao/platform'

import type {
  ContactTraces,
  Erasure,
  ForgetBefore,
  HousekeepingStore,
  MessageCursor,
} from '../../features/housekeeping/housekeeping.store'
import { listCompaniesWithRows } from './company-rows'

interface ErasureRow extends Record<string, unknown> {
  company_id: number
  message_id: string
  erase_media: boolean
  contact_id: number
  shown: boolean
}

const mapErasureRow = (row: ErasureRow): Erasure => ({
  companyId: companyId(row.company_id),
  messageId: messageId(row.message_id),
  contactId: row.contact_id === 0 ? undefined : contactId(row.contact_id),
  erasesMedia: row.erase_media,
  isShown: row.shown,
})

/** Sweeps read every company at once, so all of it runs in the platform scope. */
export class PgHousekeeping implements HousekeepingStore {
  constructor(private readonly db: Database) {}

  listCompaniesToErase(): Promise<CompanyId[]> {
    return listCompaniesWithRows(this.db, rawSql('erasures'))
  }

  async listErasures(company: CompanyId, most: number): Promise<Erasure[]> {
    const rows = await this.db.withTenant(company, (tx) =>
      query<ErasureRow>(
        tx,
        sql`SELECT e.company_id, e.message_id, e.erase_media, e.contact_id,
            EXISTS (SELECT 1 FROM messages m WHERE m.id = e.message_id AND m.company_id = e.company_id) AS shown
          FROM erasures e WHERE e.company_id = ${company} ORDER BY e.message_id LIMIT ${most}`,
      ),
    )
    return rows.map(mapErasureRow)
  }

  async listMessagesAfter(
    company: CompanyId,
    contact: ContactId,
    after: MessageId,
    most: number,
  ): Promise<MessageId[]> {
    const rows = await this.db.withTenant(company, (tx) =>
      query<{ id: string }>(
        tx,
        sql`SELECT m.id FROM tickets t JOIN messages m ON m.company_id = t.company_id AND m.ticket_id = t.id
          WHERE t.company_id = ${company} AND t.contact_id = ${contact} AND m.id > ${after} ORDER BY m.id LIMIT ${most}`,
      ),
    )
    return rows.map(({ id }) => messageId(id))
  }

  async listCompanyMessages(
    company: CompanyId,
    after: MessageCursor | undefined,
    most: number,
  ): Promise<MessageCursor[]> {
    const rows = await this.db.withTenant(company, (tx) =>
      query<{ id: string; ticket_id: number; seq: number }>(
        tx,
        sql`SELECT id, ticket_id, seq FROM messages
          WHERE company_id = ${company} AND (ticket_id, seq) > (${after?.ticketId ?? 0}, ${after?.seq ?? 0})
          ORDER BY ticket_id, seq LIMIT ${most}`,
      ),
    )
    return rows.map((row) => ({ id: messageId(row.id), ticketId: row.ticket_id, seq: row.seq }))
  }

  async readContactTraces(company: CompanyId, contact: ContactId): Promise<ContactTraces> {
    const [row] = await this.db.withTenant(company, (tx) =>
      query<{ ids: number[]; there: boolean }>(
        tx,
        sql`WITH RECURSIVE related (id) AS (
            SELECT ${contact}::bigint UNION SELECT CASE r.id WHEN m.kept_id THEN m.merged_id ELSE m.kept_id END
            FROM related r JOIN contact_merges m ON m.company_id = ${company} AND r.id IN (m.kept_id, m.merged_id))
          SELECT array_agg(id ORDER BY id) AS ids, EXISTS (SELECT 1 FROM contacts WHERE company_id = ${company} AND id = ${contact}) AS there FROM related`,
      ),
    )
    return { relatedIds: row?.ids.filter((id) => id !== contact) ?? [], isGone: !row?.there }
  }

  async finishErasures(tx: Tx, company: CompanyId, erasures: readonly Erasure[]): Promise<void> {
    const ids = erasures.map((erasure) => erasure.messageId)
    await execute(
      tx,
      sql`DELETE FROM erasures WHERE company_id = ${company} AND message_id = ANY (${ids}::uuid[])`,
    )
  }

  async forget({ acksBefore, sendsBefore, campaignsBefore }: ForgetBefore): Promise<void> {
    await this.db.asPlatform(async (tx) => {
      await execute(tx, sql`DELETE FROM pending_acks WHERE received_at < ${acksBefore}`)
      await execute(tx, sql`DELETE FROM message_requests WHERE requested_at < ${acksBefore}`)
      await execute(tx, sql`DELETE FROM contact_sends WHERE created_at < ${sendsBefore}`)
      await execute(tx, sql`DELETE FROM campaign_messages WHERE sent_at < ${campaignsBefore}`)
    })
  }
}
