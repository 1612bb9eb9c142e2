import type { CompanyId, TicketId } from '@balcao/contracts'
import { HOUR, type Tx } from '@balcao/kernel'
import { execute, query, sql, type Row } from '@balcao/platform'

import type {
  AssistantSession,
  AssistantStore,
  AssistantTurn,
} from '../../features/assistants/assistant.store'
import { assistantTurns } from './assistant-table'

export class PgAssistantStore implements AssistantStore {
  async enqueue(tx: Tx, turn: AssistantTurn): Promise<void> {
    await execute(tx, assistantTurns.insertion(turn, { next_try_at: turn.createdAt, failure: '' }))
  }

  async countTurn(tx: Tx, companyId: CompanyId, ticketId: TicketId, now: Date): Promise<number> {
    const hourAgo = new Date(now.getTime() - HOUR)
    const [row] = await query<{ turns: number }>(
      tx,
      sql`INSERT INTO assistant_sessions AS s (company_id, ticket_id, session_id, used_at, hour_at, turns)
        VALUES (${companyId}, ${ticketId}, '', ${now}, ${now}, 1)
        ON CONFLICT (company_id, ticket_id) DO UPDATE SET
          turns = CASE WHEN s.hour_at <= ${hourAgo} THEN 1 ELSE s.turns + 1 END,
          hour_at = CASE WHEN s.hour_at <= ${hourAgo} THEN ${now} ELSE s.hour_at END
        RETURNING turns`,
    )
    return row?.turns ?? 1
  }

  async claim(
    tx: Tx,
    { now, until, limit, perCompany }: { now: Date; until: Date; limit: number; perCompany: number },
  ): Promise<AssistantTurn[]> {
    // The condition is repeated in the UPDATE: a row that another process claimed meanwhile is read again and left out.
    const rows = await query<Row>(
      tx,
      sql`WITH due AS (
          SELECT t.id, t.next_try_at, row_number() OVER (PARTITION BY t.company_id ORDER BY t.next_try_at, t.id) AS place,
            (SELECT count(*) FROM assistant_turns r WHERE r.company_id = t.company_id AND r.claimed_until > ${now}) AS running
          FROM assistant_turns t
          WHERE t.dead_at IS NULL AND t.next_try_at <= ${now} AND (t.claimed_until IS NULL OR t.claimed_until <= ${now})
            AND NOT EXISTS (SELECT FROM assistant_turns e WHERE e.company_id = t.company_id AND e.ticket_id = t.ticket_id
              AND e.dead_at IS NULL AND e.id < t.id)
        )
        UPDATE assistant_turns t SET claimed_until = ${until}, tries = t.tries + 1
        WHERE t.id IN (SELECT id FROM due WHERE place + running <= ${perCompany} ORDER BY next_try_at, id LIMIT ${limit})
          AND t.dead_at IS NULL AND (t.claimed_until IS NULL OR t.claimed_until <= ${now})
        RETURNING ${assistantTurns.columnsOf('t')}`,
    )
    return rows.map(assistantTurns.read)
  }

  async lock(tx: Tx, { companyId, id }: AssistantTurn): Promise<boolean> {
    const where = sql`WHERE company_id = ${companyId} AND id = ${id} AND dead_at IS NULL FOR UPDATE`
    return (await assistantTurns.findFirst(tx, where)) !== undefined
  }

  async remove(tx: Tx, { companyId, id }: AssistantTurn): Promise<void> {
    await execute(tx, sql`DELETE FROM assistant_turns WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async postpone(tx: Tx, { companyId, id }: AssistantTurn, nextTryAt: Date, failure: string): Promise<void> {
    await execute(
      tx,
      sql`UPDATE assistant_turns SET next_try_at = ${nextTryAt}, claimed_until = NULL, failure = ${failure}
        WHERE company_id = ${companyId} AND id = ${id}`,
    )
  }

  async bury(tx: Tx, { companyId, id }: AssistantTurn, failure: string, now: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE assistant_turns SET dead_at = ${now}, claimed_until = NULL, failure = ${failure}
        WHERE company_id = ${companyId} AND id = ${id}`,
    )
  }

  sweep(tx: Tx, before: Date): Promise<number> {
    return execute(tx, sql`DELETE FROM assistant_turns WHERE dead_at < ${before}`)
  }

  async findSession(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<AssistantSession | undefined> {
    const [row] = await query<{ session_id: string; used_at: Date }>(
      tx,
      sql`SELECT session_id, used_at FROM assistant_sessions WHERE company_id = ${companyId} AND ticket_id = ${ticketId}`,
    )
    return row && { sessionId: row.session_id, usedAt: row.used_at }
  }

  async saveSession(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    { sessionId, usedAt }: AssistantSession,
  ): Promise<void> {
    await execute(
      tx,
      sql`UPDATE assistant_sessions SET session_id = ${sessionId}, used_at = ${usedAt}
        WHERE company_id = ${companyId} AND ticket_id = ${ticketId}`,
    )
  }
}
