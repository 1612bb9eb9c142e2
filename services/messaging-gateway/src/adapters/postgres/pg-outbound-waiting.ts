import { connectionId as toConnectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { Parameter, query, rawSql, sql } from '@balcao/platform'

import type { Lane, OutboundHolder, PendingRows, WaitingCounts } from '../../features/outbound/outbound.store'
import { LANES } from './outbound-table'

/** Whether the row `o` is a template, or the first message to a person who has neither written nor received a message. */
export const BEGINS_CHAT = rawSql(`o.new_chat AND (o.payload->>'kind' = 'template' OR EXISTS (
  SELECT 1 FROM conversations c WHERE c.company_id = o.company_id AND c.id = o.conversation_id AND NOT c.opened))`)

/** When the next row with an unknown outcome may be sent again, and what else waits. */
export async function readPending(
  tx: Tx,
  { companyId, connectionId }: Omit<OutboundHolder, 'epoch'>,
  now: Date,
): Promise<PendingRows> {
  const company = new Parameter(companyId)
  const connection = new Parameter(connectionId)
  const waiting = sql`FROM outbound o
    WHERE o.company_id = ${company} AND o.connection_id = ${connection} AND NOT o.settled`
  const [row] = await query<{ at: Date | null; campaigns: boolean; new_chats: boolean }>(
    tx,
    sql`SELECT (SELECT min(o.not_before) ${waiting} AND o.state = 'UNKNOWN' AND o.not_before > ${now}) AS at,
      EXISTS (SELECT 1 ${waiting} AND o.lane = ${LANES.campaign} AND o.state IN ('QUEUED', 'UNKNOWN')) AS campaigns,
      EXISTS (SELECT 1 ${waiting} AND o.state IN ('QUEUED', 'UNKNOWN') AND ${BEGINS_CHAT}) AS new_chats`,
  )
  return {
    retryAt: row?.at ?? undefined,
    hasCampaigns: row?.campaigns === true,
    hasNewChats: row?.new_chats === true,
  }
}

/** Number of unacknowledged rows per lane, and how many of them begin a chat, or may have left. */
export async function countWaiting(
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<WaitingCounts> {
  const rows = await query<{ lane: number; waiting: number; begin: number; tried: number }>(
    tx,
    sql`SELECT lane, count(*)::int AS waiting, count(*) FILTER (WHERE ${BEGINS_CHAT})::int AS begin,
        count(*) FILTER (WHERE tries > 0)::int AS tried
      FROM outbound o WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND NOT settled GROUP BY lane`,
  )
  const countIn = (lane: Lane) => rows.find((row) => row.lane === LANES[lane])?.waiting ?? 0
  const newChats = rows.reduce((sum, { begin }) => sum + begin, 0)
  const unconfirmed = rows.reduce((sum, { tried }) => sum + tried, 0)
  return { agent: countIn('agent'), campaign: countIn('campaign'), newChats, unconfirmed }
}

/** The given connections that have something to send or to mark as read. */
export async function listWaiting(tx: Tx, connectionIds: readonly ConnectionId[]): Promise<ConnectionId[]> {
  const rows = await query<{ connection_id: number }>(
    tx,
    sql`SELECT c AS connection_id FROM unnest(${connectionIds}::int[]) AS c
      WHERE EXISTS (SELECT 1 FROM outbound o WHERE o.connection_id = c AND NOT o.settled)
         OR EXISTS (SELECT 1 FROM read_marks r WHERE r.connection_id = c)`,
  )
  return rows.map((row) => toConnectionId(row.connection_id))
}
