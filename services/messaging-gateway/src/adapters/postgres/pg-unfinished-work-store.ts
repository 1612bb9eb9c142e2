import { connectionId } from '@balcao/contracts'
import { query, sql } from '@balcao/platform'

import type { UnfinishedWorkStore } from '../../features/sessions/unfinished-work.store'

export const pgUnfinishedWork: UnfinishedWorkStore = {
  async listStarting(tx, providers) {
    const rows = await query<{ id: number; opening: boolean }>(
      tx,
      sql`SELECT id, command <> '' OR status = 'OPENING' AS opening FROM connections
       WHERE provider = ANY (${providers}) AND (command <> '' OR (wanted AND status IN ('OPENING', 'CONNECTED'))) LIMIT 1000`,
    )
    return rows.map((row) => ({ id: connectionId(row.id), isOpening: row.opening }))
  },

  /* Of sessions that are opening, too: one that opens after `listStarting` was asked must not hide its messages. */
  async listUnfinished(tx, providers) {
    const rows = await query<{ what: string }>(
      tx,
      sql`SELECT 'gateway: outbound ' || o.id || ' is ' || o.state AS what FROM outbound o
       JOIN connections c ON c.id = o.connection_id AND c.company_id = o.company_id
       LEFT JOIN lanes l ON l.company_id = o.company_id AND l.connection_id = o.connection_id
       LEFT JOIN conversations v ON v.company_id = o.company_id AND v.id = o.conversation_id
       WHERE NOT o.settled AND NOT coalesce(l.paused_until > now() AND o.state = 'QUEUED' AND (o.lane > 0 OR NOT v.opened), false)
         AND NOT coalesce(c.new_chats_held_until > now() AND o.state = 'QUEUED' AND o.new_chat AND NOT v.opened, false)
         AND c.status IN ('OPENING', 'CONNECTED') AND c.provider = ANY (${providers}) AND c.deleted_at IS NULL
       UNION ALL SELECT 'gateway: network event ' || e.id || ' waits' FROM network_events e
       WHERE e.dead_at IS NULL AND e.next_try_at <= now() LIMIT 100`,
    )
    return rows.map((row) => row.what)
  },
}
