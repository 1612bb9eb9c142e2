import { ticketId as toTicketId, type CompanyId, type TicketId } from '@balcao/contracts'
import type { Database, Tx } from '@balcao/kernel'
import { execute, query, rawSql, sql, type Sql } from '@balcao/platform'

import type { ClosedWordsStore } from '../../features/housekeeping/closed-words.store'
import { listCompaniesWithRows } from './company-rows'
import { CLOSED_AT } from './ticket-table'

/* A tsvector has a megabyte: 5,000 of the longest words are 700 kB. A ticket with more than this keeps its rows. */
const MOST_WORDS = 5_000

/** Deletes all words of a ticket. */
export async function deleteWords(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<void> {
  await execute(tx, sql`DELETE FROM ticket_words WHERE company_id = ${companyId} AND ticket_id = ${ticketId}`)
  await execute(
    tx,
    sql`DELETE FROM closed_ticket_words WHERE company_id = ${companyId} AND ticket_id = ${ticketId}`,
  )
}

/* The next ticket with rows: one probe, where a DISTINCT would read all of them. */
const nextTicket = (companyId: CompanyId, after: Sql): Sql =>
  sql`(SELECT w.ticket_id FROM ticket_words w WHERE w.company_id = ${companyId}::int AND w.ticket_id > ${after} ORDER BY w.ticket_id LIMIT 1)`

const isClosedBefore = (time: Date): Sql => sql`t.status = 'closed' AND ${CLOSED_AT} < ${time}`

export class PgClosedWordsStore implements ClosedWordsStore {
  constructor(private readonly db: Database) {}

  listCompanies(): Promise<CompanyId[]> {
    return listCompaniesWithRows(this.db, rawSql('ticket_words'))
  }

  async listDue(
    companyId: CompanyId,
    { closedBefore, after, most }: { closedBefore: Date; after: TicketId | undefined; most: number },
  ): Promise<TicketId[]> {
    const rows = await this.db.withTenant(companyId, (tx) =>
      query<{ id: number }>(
        tx,
        sql`WITH RECURSIVE own (id) AS (
            SELECT ${nextTicket(companyId, sql`${after ?? 0}::bigint`)}
            UNION ALL SELECT ${nextTicket(companyId, sql`own.id`)} FROM own WHERE own.id IS NOT NULL)
          SELECT own.id FROM own CROSS JOIN LATERAL (
            SELECT 1 FROM tickets t WHERE t.company_id = ${companyId} AND t.id = own.id AND ${isClosedBefore(closedBefore)}
              AND (SELECT count(*) FROM (SELECT 1 FROM ticket_words w WHERE w.company_id = ${companyId} AND w.ticket_id = own.id
                LIMIT ${MOST_WORDS + 1}::int) AS counted) <= ${MOST_WORDS}::int
            OFFSET 0) AS due
          LIMIT ${most}::int`,
      ),
    )
    return rows.map(({ id }) => toTicketId(id))
  }

  /* A release before this one adds rows to a packed ticket: they are one again first. */
  async pack(companyId: CompanyId, ids: readonly TicketId[], closedBefore: Date): Promise<void> {
    await this.db.withTenant(companyId, async (tx) => {
      const due = await query<{ id: number }>(
        tx,
        sql`SELECT t.id FROM tickets t WHERE t.company_id = ${companyId} AND t.id = ANY (${ids}::bigint[]) AND ${isClosedBefore(closedBefore)}
          ORDER BY t.id FOR NO KEY UPDATE SKIP LOCKED`,
      )
      const locked = due.map(({ id }) => id)
      await execute(
        tx,
        sql`SELECT unpack_words(company_id, ticket_id) FROM closed_ticket_words
          WHERE company_id = ${companyId} AND ticket_id = ANY (${locked}::bigint[])`,
      )
      await execute(
        tx,
        sql`WITH taken AS (DELETE FROM ticket_words WHERE company_id = ${companyId} AND ticket_id = ANY (${locked}::bigint[])
            RETURNING ticket_id, word)
          INSERT INTO closed_ticket_words (company_id, ticket_id, words)
          SELECT ${companyId}::int, ticket_id, array_to_tsvector(array_agg(${companyId}::int || ':' || word)) FROM taken
          GROUP BY ticket_id ORDER BY ticket_id`,
      )
    })
  }
}
