import type { CompanyId, TicketId } from '@balcao/contracts'
import { HOUR, type ClaimRequest, type Counted, type Slice, type Tx } from '@balcao/kernel'
import { CompanyTurns, createActivity, execute, query, sql, type Row, type Sql } from '@balcao/platform'

import type {
  AssistantSession,
  AssistantStore,
  AssistantTurn,
  DeadTurn,
  TurnKind,
} from '../../features/assistants/assistant.store'
import { assistantTurns } from './assistant-table'

interface DeadColumns {
  failure: string
  dead_at: Date
  ticket_uuid: string
  contact_name: string
  target_name: string
}

const whereDead = (companyId: CompanyId, kinds: readonly TurnKind[]): Sql =>
  sql`WHERE company_id = ${companyId} AND dead_at IS NOT NULL AND kind = ANY (${kinds}::text[])`

const readDead = (row: Row & DeadColumns): DeadTurn => ({
  ...assistantTurns.read(row),
  reason: row.failure,
  deadAt: row.dead_at,
  targetName: row.target_name,
  ticketUuid: row.ticket_uuid,
  contactName: row.contact_name,
})

export class PgAssistantStore implements AssistantStore {
  readonly revived = createActivity()
  private readonly turns = new CompanyTurns({
    name: 'assistant_turns',
    dueAt: 'next_try_at',
    order: 'id',
    open: sql`dead_at IS NULL`,
    chain: ['ticket_id'],
  })

  async enqueue(tx: Tx, turn: AssistantTurn): Promise<void> {
    await execute(tx, assistantTurns.insertion(turn, { next_try_at: turn.createdAt, failure: '' }))
    this.waitForFirst(tx, turn)
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

  async claim(tx: Tx, request: ClaimRequest): Promise<AssistantTurn[]> {
    return (await this.turns.claim(tx, assistantTurns.columnsOf('u'), request)).map(assistantTurns.read)
  }

  findNextDue(tx: Tx, before: Date): Promise<Date | undefined> {
    return this.turns.findNextDue(tx, before)
  }

  renew(tx: Tx, turns: readonly AssistantTurn[], until: Date): Promise<void> {
    return this.turns.renew(tx, turns, until)
  }

  async lock(tx: Tx, { companyId, id }: AssistantTurn): Promise<boolean> {
    const where = sql`WHERE company_id = ${companyId} AND id = ${id} AND dead_at IS NULL FOR UPDATE`
    return (await assistantTurns.findFirst(tx, where)) !== undefined
  }

  async remove(tx: Tx, { companyId, id }: AssistantTurn): Promise<void> {
    await execute(tx, sql`DELETE FROM assistant_turns WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async wait(tx: Tx, turn: AssistantTurn, until: Date): Promise<void> {
    const { companyId, id } = turn
    await execute(
      tx,
      sql`UPDATE assistant_turns SET next_try_at = ${until}, claimed_until = NULL, tries = greatest(0, tries - 1)
        WHERE company_id = ${companyId} AND id = ${id} AND dead_at IS NULL`,
    )
    this.waitForFirst(tx, turn)
  }

  async postpone(tx: Tx, turn: AssistantTurn, nextTryAt: Date, failure: string): Promise<void> {
    const { companyId, id } = turn
    await execute(
      tx,
      sql`UPDATE assistant_turns SET next_try_at = ${nextTryAt}, claimed_until = NULL, failure = ${failure}
        WHERE company_id = ${companyId} AND id = ${id}`,
    )
    this.waitForFirst(tx, turn)
  }

  async bury(tx: Tx, { companyId, id }: AssistantTurn, failure: string, now: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE assistant_turns SET dead_at = ${now}, claimed_until = NULL, failure = ${failure}
        WHERE company_id = ${companyId} AND id = ${id}`,
    )
  }

  async pageDead(
    tx: Tx,
    companyId: CompanyId,
    kinds: readonly TurnKind[],
    { offset, limit }: Slice,
  ): Promise<Counted<DeadTurn>> {
    const rows = await query<Row & DeadColumns>(
      tx,
      sql`SELECT ${assistantTurns.columnsOf('a')}, a.failure, a.dead_at, t.uuid AS ticket_uuid, c.name AS contact_name,
          coalesce(CASE a.kind
            WHEN 'prompt' THEN (SELECT name FROM prompts p WHERE p.company_id = a.company_id AND p.id = a.target_id)
            WHEN 'integration' THEN (SELECT name FROM queue_integrations i WHERE i.company_id = a.company_id AND i.id = a.target_id)
            ELSE (SELECT name FROM queues q WHERE q.company_id = a.company_id AND q.id = a.target_id) END, '') AS target_name
        FROM assistant_turns a
        JOIN tickets t ON t.company_id = a.company_id AND t.id = a.ticket_id
        JOIN contacts c ON c.company_id = t.company_id AND c.id = t.contact_id
        WHERE a.company_id = ${companyId} AND a.dead_at IS NOT NULL AND a.kind = ANY (${kinds}::text[])
        ORDER BY a.dead_at DESC, a.id DESC LIMIT ${limit} OFFSET ${offset}`,
    )
    const [total] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM assistant_turns ${whereDead(companyId, kinds)}`,
    )
    return { items: rows.map(readDead), count: total?.count ?? 0 }
  }

  async listDead(
    tx: Tx,
    companyId: CompanyId,
    { kinds, id, limit }: { kinds: readonly TurnKind[]; id: string | undefined; limit: number },
  ): Promise<(AssistantTurn & { deadAt: Date })[]> {
    const rows = await query<Row & { dead_at: Date }>(
      tx,
      sql`SELECT ${assistantTurns.columns}, dead_at FROM assistant_turns ${whereDead(companyId, kinds)}
        AND (${id ?? null}::uuid IS NULL OR id = ${id ?? null}::uuid) ORDER BY id LIMIT ${limit}`,
    )
    return rows.map((row) => ({ ...assistantTurns.read(row), deadAt: row.dead_at }))
  }

  async revive(tx: Tx, { companyId, id }: AssistantTurn, now: Date): Promise<boolean> {
    const revived = await execute(
      tx,
      sql`UPDATE assistant_turns SET dead_at = NULL, next_try_at = ${now}, tried_since = ${now}, tries = 0
        WHERE company_id = ${companyId} AND id = ${id} AND dead_at IS NOT NULL`,
    )
    if (revived > 0) this.revived.note()
    return revived === 1
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

  private waitForFirst(tx: Tx, { companyId, ticketId }: AssistantTurn): void {
    this.turns.waitForFirst(tx, companyId, [ticketId])
  }
}
