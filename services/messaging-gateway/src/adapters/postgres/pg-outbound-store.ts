import type { CompanyId, ConnectionId, MessageId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, integerSql, query, rawSql, sql, type Row, type Sql } from '@balcao/platform'

import {
  isTemplate,
  type AcknowledgedId,
  type Claimed,
  type OutboundDraft,
  type OutboundFailure,
  type OutboundHolder,
  type PendingRows,
  type OutboundRow,
  type OutboundStore,
  type SendPayload,
  type NetworkAck,
  type ClaimFilter,
  type WaitingCounts,
} from '../../features/outbound/outbound.store'
import { parseAddress } from '../../features/whatsapp-driver'
import { isNamed, LANES, outbound, readOutbound } from './outbound-table'
import { BEGINS_CHAT, countWaiting, listWaiting, readPending } from './pg-outbound-waiting'
import { acknowledgeRow } from './pg-outbound-ack'

const OLDER_OF_THE_CHAT = rawSql(`SELECT 1 FROM outbound e
  WHERE e.company_id = o.company_id AND e.conversation_id = o.conversation_id AND e.lane = o.lane AND e.id < o.id AND NOT e.settled`)

const chatKind = (number: string) => sql`CASE WHEN NOT (${BEGINS_CHAT}) THEN 'known'
  WHEN EXISTS (SELECT 1 FROM new_chats n
    WHERE n.company_id = o.company_id AND n.number = ${number} AND n.conversation_id = o.conversation_id) THEN 'begun'
  ELSE 'fresh' END`

/* A late receipt may acknowledge a failed edit or reaction: their payload is kept for one more day. */
const WHEN_FAILED = rawSql(`CASE operation WHEN 'send' THEN '{}'::jsonb ELSE payload END`)

const changed = sql`RETURNING ${outbound.columns}`

/* What is settled already stays as empty as it is. */
const failRows = ({ code, at }: OutboundFailure, where: Sql): Sql =>
  sql`UPDATE outbound SET state = 'FAILED', settled = true, failure = ${code}, payload = ${WHEN_FAILED}, updated_at = ${at}
    WHERE ${where} ${changed}`

const list = async (tx: Tx, statement: Sql): Promise<OutboundRow[]> =>
  (await query(tx, statement)).map(readOutbound)

const first = async (tx: Tx, statement: Sql): Promise<OutboundRow | undefined> =>
  (await list(tx, statement))[0]

const find = (tx: Tx, where: Sql): Promise<OutboundRow | undefined> =>
  first(tx, sql`SELECT ${outbound.columns} FROM outbound ${where}`)

/** The outbound queue. Payloads of finished rows are emptied. */
export class PgOutboundStore implements OutboundStore {
  insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    draft: OutboundDraft,
  ): Promise<OutboundRow | undefined> {
    const mayBegin = draft.operation === 'send' && !('group' in parseAddress(draft.remoteJid))
    const begins = sql`${mayBegin} AND (${isTemplate(draft)} OR EXISTS (
      SELECT 1 FROM conversations c WHERE c.company_id = ${companyId} AND c.id = ${draft.conversationId} AND NOT c.opened))`
    return first(
      tx,
      sql`${outbound.insertion({ ...draft, companyId, connectionId }, { new_chat: begins })}
        ON CONFLICT (company_id, message_id, operation) DO NOTHING ${changed}`,
    )
  }

  async isLongAgo(tx: Tx, at: Date, ms: number): Promise<boolean> {
    const [row] = await query<{ is_long_ago: boolean }>(
      tx,
      sql`SELECT ${at}::timestamptz < now() - ${integerSql(ms)} * interval '1 ms' AS is_long_ago`,
    )
    return row?.is_long_ago ?? true
  }

  findMessage(tx: Tx, companyId: CompanyId, messageId: MessageId): Promise<OutboundRow | undefined> {
    return find(tx, sql`WHERE company_id = ${companyId} AND message_id = ${messageId} AND operation = 'send'`)
  }

  findByWaId(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    waId: string,
  ): Promise<OutboundRow | undefined> {
    return find(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND ${isNamed(waId)}`,
    )
  }

  async isOurs(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, waId: string): Promise<boolean> {
    const rows = await query(
      tx,
      sql`SELECT 1 FROM outbound WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND ${isNamed(waId)}`,
    )
    return rows.length > 0
  }

  async listUnknown(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    waIds: readonly string[],
  ): Promise<string[]> {
    const rows = await query<{ wa_id: string }>(
      tx,
      sql`SELECT a.id AS wa_id FROM unnest(${waIds}::text[]) AS a (id)
        WHERE NOT EXISTS (SELECT 1 FROM outbound o
          WHERE o.company_id = ${companyId} AND o.connection_id = ${connectionId} AND o.wa_id = a.id)
        AND NOT EXISTS (SELECT 1 FROM outbound o
          WHERE o.company_id = ${companyId} AND o.connection_id = ${connectionId} AND o.network_id = a.id)`,
    )
    return rows.map((row) => row.wa_id)
  }

  async claim(
    tx: Tx,
    { companyId, connectionId, epoch }: OutboundHolder,
    now: Date,
    { lane, limit, chats, number }: ClaimFilter,
  ): Promise<Claimed[]> {
    const rows = await query<Row & { target_failed: boolean; begins_chat: boolean }>(
      tx,
      sql`WITH due AS (
          SELECT o.id FROM outbound o
          WHERE o.company_id = ${companyId} AND o.connection_id = ${connectionId} AND o.lane = ${LANES[lane]} AND NOT o.settled
            AND (o.state = 'QUEUED' OR (o.state = 'UNKNOWN' AND o.not_before <= ${now}))
            AND NOT EXISTS (${OLDER_OF_THE_CHAT})
            AND ${chatKind(number)} = ANY (${chats})
          ORDER BY o.id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        UPDATE outbound o SET state = 'CLAIMED', epoch = ${epoch}, updated_at = ${now} FROM due
        WHERE o.company_id = ${companyId} AND o.id = due.id
        RETURNING ${outbound.columnsOf('o')}, o.operation <> 'send' AND EXISTS (
          SELECT 1 FROM outbound t WHERE t.company_id = o.company_id AND t.message_id = coalesce(o.target_id, o.message_id)
            AND t.operation = 'send' AND t.state = 'FAILED') AS target_failed, ${BEGINS_CHAT} AS begins_chat`,
    )
    return rows
      .map((row) => ({
        ...readOutbound(row),
        targetFailed: row.target_failed,
        beginsChat: row.begins_chat,
      }))
      .sort((left, right) => left.id - right.id)
  }

  beginSending(
    tx: Tx,
    { companyId, connectionId, epoch }: OutboundHolder,
    id: number,
    now: Date,
  ): Promise<OutboundRow | undefined> {
    return first(
      tx,
      sql`UPDATE outbound SET state = 'SENDING', tries = tries + 1, sending_at = ${now}, updated_at = ${now}
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND epoch = ${epoch} AND id = ${id}
          AND state = 'CLAIMED' ${changed}`,
    )
  }

  acknowledge(
    tx: Tx,
    holder: Omit<OutboundHolder, 'epoch'>,
    named: AcknowledgedId,
    { ack, now }: { ack: NetworkAck; now: Date },
  ): Promise<OutboundRow | undefined> {
    return acknowledgeRow(tx, holder, named, { ack, now })
  }

  markUnknown(
    tx: Tx,
    { companyId, connectionId, epoch }: OutboundHolder,
    id: number,
    { notBefore, now, triesBack = 0 }: { notBefore: Date; now: Date; triesBack?: number },
  ): Promise<OutboundRow | undefined> {
    return first(
      tx,
      sql`UPDATE outbound SET state = 'UNKNOWN', not_before = ${notBefore}, tries = tries - ${triesBack}, updated_at = ${now}
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND epoch = ${epoch} AND id = ${id}
          AND state IN ('CLAIMED', 'SENDING') ${changed}`,
    )
  }

  replaceByTemplate(
    tx: Tx,
    companyId: CompanyId,
    id: number,
    { waId, payload, now }: { waId: string; payload: SendPayload; now: Date },
  ): Promise<OutboundRow | undefined> {
    return first(
      tx,
      sql`UPDATE outbound SET state = 'UNKNOWN', settled = false, wa_id = ${waId}, network_id = NULL,
          payload = ${JSON.stringify(payload)}, new_chat = true, not_before = ${now}, tries = tries - 1, updated_at = ${now}
        WHERE company_id = ${companyId} AND id = ${id} AND operation = 'send' AND state IN ('CLAIMED', 'SENDING', 'ACCEPTED')
        ${changed}`,
    )
  }

  fail(tx: Tx, companyId: CompanyId, id: number, failure: OutboundFailure): Promise<OutboundRow | undefined> {
    return first(tx, failRows(failure, sql`company_id = ${companyId} AND id = ${id} AND NOT settled`))
  }

  failAccepted(
    tx: Tx,
    companyId: CompanyId,
    id: number,
    failure: OutboundFailure,
  ): Promise<OutboundRow | undefined> {
    return first(
      tx,
      failRows(
        failure,
        sql`company_id = ${companyId} AND id = ${id}
          AND (state = 'ACCEPTED' OR (state = 'FAILED' AND failure = 'ERR_WAPP_UNCONFIRMED'))`,
      ),
    )
  }

  async failAll(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    failure: OutboundFailure,
  ): Promise<OutboundRow[]> {
    const failed = await list(
      tx,
      failRows(failure, sql`company_id = ${companyId} AND connection_id = ${connectionId} AND NOT settled`),
    )
    return failed.sort((left, right) => left.id - right.id)
  }

  listOverdue(
    tx: Tx,
    { companyId, connectionId, epoch }: OutboundHolder,
    since: Date,
  ): Promise<OutboundRow[]> {
    return list(
      tx,
      sql`SELECT ${outbound.columns} FROM outbound
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND NOT settled AND state = 'SENDING'
          AND epoch = ${epoch} AND sending_at <= ${since} ORDER BY id`,
    )
  }

  listSending(tx: Tx, { companyId, connectionId }: Omit<OutboundHolder, 'epoch'>): Promise<OutboundRow[]> {
    return list(
      tx,
      sql`SELECT ${outbound.columns} FROM outbound
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND NOT settled AND state = 'SENDING' ORDER BY id`,
    )
  }

  /* An attempt that certainly sent nothing is not counted. */
  listUnconfirmed(
    tx: Tx,
    { companyId, connectionId }: Omit<OutboundHolder, 'epoch'>,
  ): Promise<OutboundRow[]> {
    return list(
      tx,
      sql`SELECT ${outbound.columns} FROM outbound
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND NOT settled AND tries > 0 ORDER BY id`,
    )
  }

  async recover(
    tx: Tx,
    { companyId, connectionId, epoch }: OutboundHolder,
    notBefore: Date,
    now: Date,
  ): Promise<void> {
    await execute(
      tx,
      sql`UPDATE outbound SET state = CASE state WHEN 'CLAIMED' THEN 'QUEUED' ELSE 'UNKNOWN' END,
          epoch = ${epoch}, not_before = ${notBefore}, updated_at = ${now}
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND NOT settled AND state IN ('CLAIMED', 'SENDING')`,
    )
  }

  readPending(tx: Tx, holder: Omit<OutboundHolder, 'epoch'>, now: Date): Promise<PendingRows> {
    return readPending(tx, holder, now)
  }

  countWaiting(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<WaitingCounts> {
    return countWaiting(tx, companyId, connectionId)
  }

  listWaiting(tx: Tx, connectionIds: readonly ConnectionId[]): Promise<ConnectionId[]> {
    return listWaiting(tx, connectionIds)
  }
}
