import {
  connectionId as toConnectionId,
  type CompanyId,
  type ConnectionId,
  type MessageId,
} from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import {
  statesBelow,
  type Claimed,
  type Lane,
  type OutboundDraft,
  type OutboundHolder,
  type OutboundRow,
  type OutboundStore,
  type NetworkAck,
  type WhichRows,
} from '../../features/outbound/outbound.store'
import { firstRow, LANES, toRow, type OutboundRecord } from './outbound.record'
import { survivorOf } from './survivor'

const OLDER_OF_THE_CHAT = `SELECT 1 FROM outbound e
  WHERE e.company_id = o.company_id AND e.conversation_id = o.conversation_id AND e.lane = o.lane AND e.id < o.id AND NOT e.settled`

const BEGINS_CHAT = `o.new_chat AND EXISTS (
  SELECT 1 FROM conversations c WHERE c.company_id = $1 AND c.id = o.conversation_id AND NOT c.opened)`
const CHAT_KIND = `CASE WHEN NOT (${BEGINS_CHAT}) THEN 'known'
  WHEN EXISTS (SELECT 1 FROM new_chats n WHERE n.company_id = $1 AND n.number = $8 AND n.conversation_id = o.conversation_id) THEN 'begun'
  ELSE 'fresh' END`

/* A late receipt may prove an edit or an emoji after all: those say for a day more what they were. */
const WHEN_FAILED = `CASE operation WHEN 'send' THEN '{}'::jsonb ELSE payload END`

/** The outbound queue in Postgres. A row that is finished says nothing any more. */
export class PgOutboundStore implements OutboundStore {
  async insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    draft: OutboundDraft,
  ): Promise<OutboundRow | undefined> {
    const rows = await query<OutboundRecord>(
      tx,
      `INSERT INTO outbound (company_id, connection_id, conversation_id, message_id, operation, lane, wa_id, remote_jid, payload, target_id, new_chat)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $5 = 'send' AND $8 NOT LIKE '%@g.us'
         AND EXISTS (SELECT 1 FROM conversations c WHERE c.company_id = $1 AND c.id = $3 AND NOT c.opened)) ON CONFLICT (company_id, message_id, operation) DO NOTHING RETURNING *`,
      [
        companyId,
        connectionId,
        draft.conversationId,
        draft.messageId,
        draft.operation,
        LANES[draft.lane],
        draft.waId,
        draft.remoteJid,
        JSON.stringify(draft.payload),
        draft.targetId ?? null,
      ],
    )
    return firstRow(rows)
  }

  async findMessage(tx: Tx, companyId: CompanyId, messageId: MessageId): Promise<OutboundRow | undefined> {
    return firstRow(
      await query<OutboundRecord>(
        tx,
        `SELECT * FROM outbound WHERE company_id = $1 AND message_id = $2 AND operation = 'send'`,
        [companyId, messageId],
      ),
    )
  }

  async findByWaId(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    waId: string,
  ): Promise<OutboundRow | undefined> {
    return firstRow(
      await query<OutboundRecord>(
        tx,
        `SELECT * FROM outbound WHERE company_id = $1 AND connection_id = $2 AND wa_id = $3`,
        [companyId, connectionId, waId],
      ),
    )
  }

  async isOurs(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, waId: string): Promise<boolean> {
    const rows = await query(
      tx,
      `SELECT 1 FROM outbound WHERE company_id = $1 AND connection_id = $2 AND wa_id = $3`,
      [companyId, connectionId, waId],
    )
    return rows.length > 0
  }

  async claim(
    tx: Tx,
    { companyId, connectionId, epoch }: OutboundHolder,
    now: Date,
    { lane, limit, chats, number }: WhichRows,
  ): Promise<Claimed[]> {
    const rows = await query<OutboundRecord>(
      tx,
      `WITH due AS (
         SELECT o.id FROM outbound o
         WHERE o.company_id = $1 AND o.connection_id = $2 AND o.lane = $6 AND NOT o.settled
           AND (o.state = 'QUEUED' OR (o.state = 'UNKNOWN' AND o.not_before <= $4))
           AND NOT EXISTS (${OLDER_OF_THE_CHAT})
           AND ${CHAT_KIND} = ANY ($7)
         ORDER BY o.id LIMIT $5 FOR UPDATE SKIP LOCKED)
       UPDATE outbound o SET state = 'CLAIMED', epoch = $3, updated_at = $4 FROM due
       WHERE o.company_id = $1 AND o.id = due.id
       RETURNING o.*, o.operation <> 'send' AND EXISTS (
         SELECT 1 FROM outbound t WHERE t.company_id = $1 AND t.message_id = coalesce(o.target_id, o.message_id)
           AND t.operation = 'send' AND t.state = 'FAILED') AS target_failed, ${BEGINS_CHAT} AS begins_chat`,
      [companyId, connectionId, epoch, now, limit, LANES[lane], chats, number],
    )
    return rows
      .sort((left, right) => left.id - right.id)
      .map((row) => ({
        ...toRow(row),
        targetFailed: row.target_failed === true,
        beginsChat: row.begins_chat === true,
      }))
  }

  async beginSending(
    tx: Tx,
    { companyId, connectionId, epoch }: OutboundHolder,
    id: number,
    now: Date,
  ): Promise<OutboundRow | undefined> {
    return firstRow(
      await query<OutboundRecord>(
        tx,
        `UPDATE outbound SET state = 'SENDING', tries = tries + 1, sending_at = $5, updated_at = $5
         WHERE company_id = $1 AND connection_id = $2 AND epoch = $3 AND id = $4 AND state = 'CLAIMED' RETURNING *`,
        [companyId, connectionId, epoch, id, now],
      ),
    )
  }

  async prove(
    tx: Tx,
    { companyId, connectionId }: Omit<OutboundHolder, 'epoch'>,
    waId: string,
    proof: NetworkAck,
    now: Date,
  ): Promise<OutboundRow | undefined> {
    const [row] = await query<
      OutboundRecord & { opened: boolean; merged_into: string | null; told: unknown }
    >(
      tx,
      `WITH was AS (
         SELECT id, payload FROM outbound WHERE company_id = $1 AND connection_id = $2 AND wa_id = $3
           AND state = ANY (CASE operation WHEN 'send' THEN $5::text[] ELSE $7::text[] END)
           AND (operation = 'send' OR payload <> '{}'::jsonb) FOR UPDATE),
       proved AS (
         UPDATE outbound o SET state = CASE operation WHEN 'send' THEN $4 ELSE 'ACCEPTED' END, settled = true, failure = '', payload = '{}', updated_at = $6
         FROM was WHERE o.company_id = $1 AND o.id = was.id RETURNING o.*, was.payload AS told)
       SELECT p.*, c.opened IS NOT FALSE AS opened, c.merged_into FROM proved p LEFT JOIN conversations c ON c.company_id = $1 AND c.id = p.conversation_id`,
      [companyId, connectionId, waId, proof, statesBelow(proof), now, statesBelow('ACCEPTED')],
    )
    if (!row) return undefined
    if (!row.opened) await this.open(tx, companyId, row.conversation_id)
    // What was settled before a merge keeps its conversation; its news go where the conversation went.
    const conversationId = row.merged_into && (await survivorOf(tx, companyId, row.conversation_id))
    return { ...toRow({ ...row, payload: row.told }), ...(conversationId && { conversationId }) }
  }

  async markUnknown(
    tx: Tx,
    { companyId, connectionId, epoch }: OutboundHolder,
    id: number,
    notBefore: Date,
    now: Date,
    triesBack = 0,
  ): Promise<OutboundRow | undefined> {
    return firstRow(
      await query<OutboundRecord>(
        tx,
        `UPDATE outbound SET state = 'UNKNOWN', not_before = $5, tries = tries - $7, updated_at = $6
         WHERE company_id = $1 AND connection_id = $2 AND epoch = $3 AND id = $4 AND state IN ('CLAIMED', 'SENDING') RETURNING *`,
        [companyId, connectionId, epoch, id, notBefore, now, triesBack],
      ),
    )
  }

  async fail(
    tx: Tx,
    companyId: CompanyId,
    id: number,
    failure: string,
    now: Date,
  ): Promise<OutboundRow | undefined> {
    return firstRow(
      await query<OutboundRecord>(
        tx,
        `UPDATE outbound SET state = 'FAILED', settled = true, failure = $3, payload = ${WHEN_FAILED}, updated_at = $4
         WHERE company_id = $1 AND id = $2 AND NOT settled RETURNING *`,
        [companyId, id, failure, now],
      ),
    )
  }

  async failAll(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    failure: string,
    now: Date,
  ): Promise<OutboundRow[]> {
    const rows = await query<OutboundRecord>(
      tx,
      `UPDATE outbound SET state = 'FAILED', settled = true, failure = $3, payload = ${WHEN_FAILED}, updated_at = $4
       WHERE company_id = $1 AND connection_id = $2 AND NOT settled RETURNING *`,
      [companyId, connectionId, failure, now],
    )
    return rows.sort((left, right) => left.id - right.id).map(toRow)
  }

  async listOverdue(
    tx: Tx,
    { companyId, connectionId, epoch }: OutboundHolder,
    since: Date,
  ): Promise<OutboundRow[]> {
    const rows = await query<OutboundRecord>(
      tx,
      `SELECT * FROM outbound WHERE company_id = $1 AND connection_id = $2 AND NOT settled AND state = 'SENDING' AND epoch = $3 AND sending_at <= $4 ORDER BY id`,
      [companyId, connectionId, epoch, since],
    )
    return rows.map(toRow)
  }

  async recover(
    tx: Tx,
    { companyId, connectionId, epoch }: OutboundHolder,
    notBefore: Date,
    now: Date,
  ): Promise<void> {
    await execute(
      tx,
      `UPDATE outbound SET state = CASE state WHEN 'CLAIMED' THEN 'QUEUED' ELSE 'UNKNOWN' END, epoch = $3, not_before = $4, updated_at = $5
       WHERE company_id = $1 AND connection_id = $2 AND NOT settled AND state IN ('CLAIMED', 'SENDING')`,
      [companyId, connectionId, epoch, notBefore, now],
    )
  }

  async outlook(
    tx: Tx,
    { companyId, connectionId }: Omit<OutboundHolder, 'epoch'>,
    now: Date,
  ): Promise<{ retryAt: Date | undefined; hasCampaigns: boolean; hasNewChats: boolean }> {
    const rows = await query<{ at: Date | null; campaigns: boolean; new_chats: boolean }>(
      tx,
      `SELECT (SELECT min(not_before) FROM outbound WHERE company_id = $1 AND connection_id = $2 AND NOT settled AND state = 'UNKNOWN' AND not_before > $3) AS at,
         EXISTS (SELECT 1 FROM outbound WHERE company_id = $1 AND connection_id = $2 AND NOT settled AND lane = $4 AND state IN ('QUEUED', 'UNKNOWN')) AS campaigns,
         EXISTS (SELECT 1 FROM outbound o WHERE o.company_id = $1 AND o.connection_id = $2 AND NOT o.settled AND o.state IN ('QUEUED', 'UNKNOWN') AND ${BEGINS_CHAT}) AS new_chats`,
      [companyId, connectionId, now, LANES.campaign],
    )
    const [row] = rows
    return {
      retryAt: row?.at ?? undefined,
      hasCampaigns: row?.campaigns === true,
      hasNewChats: row?.new_chats === true,
    }
  }

  async countWaiting(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
  ): Promise<Record<Lane | 'newChats', number>> {
    const rows = await query<{ lane: number; waiting: number; begin: number }>(
      tx,
      `SELECT lane, count(*)::int AS waiting, count(*) FILTER (WHERE ${BEGINS_CHAT})::int AS begin
       FROM outbound o WHERE company_id = $1 AND connection_id = $2 AND NOT settled GROUP BY lane`,
      [companyId, connectionId],
    )
    const of = (lane: Lane) => rows.find((row) => row.lane === LANES[lane])?.waiting ?? 0
    const newChats = rows.reduce((sum, { begin }) => sum + begin, 0)
    return { agent: of('agent'), campaign: of('campaign'), newChats }
  }

  async listWaiting(tx: Tx, connectionIds: readonly ConnectionId[]): Promise<ConnectionId[]> {
    const rows = await query<{ connection_id: number }>(
      tx,
      `SELECT c AS connection_id FROM unnest($1::int[]) AS c
       WHERE EXISTS (SELECT 1 FROM outbound o WHERE o.connection_id = c AND NOT o.settled)
          OR EXISTS (SELECT 1 FROM read_marks r WHERE r.connection_id = c)`,
      [connectionIds],
    )
    return rows.map((row) => toConnectionId(row.connection_id))
  }

  private async open(tx: Tx, companyId: CompanyId, conversationId: string): Promise<void> {
    await execute(tx, `UPDATE conversations SET opened = true WHERE company_id = $1 AND id = $2`, [
      companyId,
      conversationId,
    ])
  }
}
