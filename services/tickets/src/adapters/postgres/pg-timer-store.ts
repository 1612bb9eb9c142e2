import { companyId, ticketId } from '@balcao/contracts'
import type { Database, Tx } from '@balcao/kernel'
import { joinSql, query, queryLast, sql, type Sql } from '@balcao/platform'

import type { DueTicket, TimerKind, TimerStore } from '../../features/timers/timer.store'

interface DueRow extends Record<string, unknown> {
  company_id: number
  id: number
}

const ownRules = sql`JOIN connections c ON c.company_id = t.company_id AND c.id = t.connection_id AND NOT c.deleted`

/* What an agent wrote here or on the phone; what the company sends by itself is no sign that an agent waits. */
const agentWroteLast = sql`EXISTS (SELECT 1 FROM messages m
  WHERE m.company_id = t.company_id AND m.id = t.last_message_id AND m.from_me AND m.source <> 'service')`

const dueTimes: Record<TimerKind, Sql> = {
  transfer: sql`k.queued_at + (c.rules->>'timeToTransfer')::int * interval '1 minute'`,
  expiry: sql`t.updated_at + (c.rules->>'expiresTicket')::int * interval '1 minute'`,
  rating: sql`t.rating_at`,
  text: sql`t.text_due_at`,
}

/* From the tickets in each connection's state, by the indexes of status and queue. */
const sources = {
  transfer: (now: Date) => sql`FROM tickets t ${ownRules}
    JOIN ticket_trackings k ON k.company_id = t.company_id AND k.ticket_id = t.id AND k.finished_at IS NULL
    WHERE t.status = 'pending' AND t.queue_id IS NULL AND (c.rules->>'timeToTransfer')::int > 0
      AND EXISTS (SELECT 1 FROM queues q WHERE q.company_id = c.company_id AND q.id = (c.rules->>'transferQueueId')::int)
      AND k.queued_at <= ${now}::timestamptz - (c.rules->>'timeToTransfer')::int * interval '1 minute'`,
  expiry: (now: Date) => sql`FROM tickets t ${ownRules}
    WHERE t.status = 'open' AND NOT t.is_group AND (c.rules->>'expiresTicket')::int > 0 AND ${agentWroteLast}
      AND t.updated_at <= ${now}::timestamptz - (c.rules->>'expiresTicket')::int * interval '1 minute'`,
  rating: (now: Date) => sql`FROM tickets t WHERE t.status = 'closed' AND t.rating_at <= ${now}::timestamptz
    AND t.text_due_at IS NULL`,
  text: (now: Date) => sql`FROM tickets t WHERE t.status = 'closed' AND t.text_due_at <= ${now}::timestamptz`,
}

export class PgTimerStore implements TimerStore {
  constructor(private readonly db: Database) {}

  /* Companies' rules differ, so due tickets are looked for in all of them at once. */
  async listDue(
    kind: TimerKind,
    now: Date,
    { after, most }: { after: number; most: number },
  ): Promise<DueTicket[]> {
    const rows = await this.db.asPlatform((tx) =>
      query<DueRow>(
        tx,
        sql`SELECT t.company_id, t.id ${sources[kind](now)} AND t.id > ${after} ORDER BY t.id LIMIT ${most}`,
      ),
    )
    return rows.map((row) => ({ companyId: companyId(row.company_id), ticketId: ticketId(row.id) }))
  }

  async findNextDue(kinds: readonly TimerKind[], before: Date): Promise<Date | undefined> {
    const times = kinds.map((kind) => sql`SELECT min(${dueTimes[kind]}) AS due_at ${sources[kind](before)}`)
    const [row] = await this.db.asPlatform((tx) =>
      queryLast<{ due_at: Date | null }>(
        tx,
        sql`SELECT min(d.due_at) AS due_at FROM (${joinSql(times, ' UNION ALL ')}) AS d`,
      ),
    )
    return row?.due_at ?? undefined
  }

  async isDue(tx: Tx, kind: TimerKind, due: DueTicket, now: Date): Promise<boolean> {
    const rows = await query<DueRow>(
      tx,
      sql`SELECT t.company_id, t.id ${sources[kind](now)} AND t.company_id = ${due.companyId} AND t.id = ${due.ticketId}`,
    )
    return rows.length > 0
  }

  async hasUnclosed(tx: Tx, due: DueTicket): Promise<boolean> {
    const [row] = await query<{ there: boolean }>(
      tx,
      sql`SELECT EXISTS (SELECT 1 FROM tickets t JOIN tickets o ON o.company_id = t.company_id
          AND o.contact_id = t.contact_id AND o.connection_id = t.connection_id AND o.status <> 'closed'
        WHERE t.company_id = ${due.companyId} AND t.id = ${due.ticketId}) AS there`,
    )
    return row?.there ?? false
  }
}
