import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type {
  InboundStore,
  JournalEntry,
  MessageIdentity,
  PlaceholderSought,
  RecordedMessage,
  RecordedPlaceholder,
} from '../../features/inbound/inbound.store'

const IDENTITY =
  'company_id = $1 AND connection_id = $2 AND remote_jid = $3 AND participant = $4 AND from_me = $5 AND wa_id = $6'

/* As in the index of those that wait. */
const IS_PLACEHOLDER = `kind IN ('placeholder', 'phoneOnly')`

const identityOf = (
  companyId: CompanyId,
  connectionId: ConnectionId,
  { remoteJid, participant, fromMe, waId }: MessageIdentity,
) => [companyId, connectionId, remoteJid, participant, fromMe, waId]

/** The inbound journal in Postgres. */
export class PgInboundStore implements InboundStore {
  async isKnown(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    identity: MessageIdentity,
  ): Promise<boolean> {
    const rows = await query(
      tx,
      `SELECT 1 FROM inbound_messages WHERE ${IDENTITY} AND NOT (${IS_PLACEHOLDER})`,
      identityOf(companyId, connectionId, identity),
    )
    return rows.length > 0
  }

  async insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    entry: JournalEntry,
  ): Promise<boolean> {
    const inserted = await execute(
      tx,
      `WITH begun AS (UPDATE conversations SET opened = true WHERE company_id = $1 AND id = $8 AND NOT opened)
       INSERT INTO inbound_messages (company_id, connection_id, remote_jid, participant, from_me, wa_id, id, conversation_id, kind, media_key, sent_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (company_id, connection_id, remote_jid, participant, from_me, wa_id) DO NOTHING`,
      [
        ...identityOf(companyId, connectionId, entry),
        entry.id,
        entry.conversationId,
        entry.kind,
        entry.mediaKey,
        entry.sentAt,
      ],
    )
    return inserted === 1
  }

  async find(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { participant, fromMe, waId }: MessageIdentity,
    remoteJids: readonly string[],
  ): Promise<RecordedMessage | undefined> {
    const rows = await query<{ conversation_id: string; remote_jid: string }>(
      tx,
      `SELECT conversation_id, remote_jid FROM inbound_messages
       WHERE company_id = $1 AND connection_id = $2 AND remote_jid = ANY ($3) AND participant = $4 AND from_me = $5 AND wa_id = $6
       ORDER BY id LIMIT 1`,
      [companyId, connectionId, remoteJids, participant, fromMe, waId],
    )
    return rows.map((row) => ({
      conversationId: row.conversation_id,
      identity: { remoteJid: row.remote_jid, participant, fromMe, waId },
    }))[0]
  }

  async findSent(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    waId: string,
    remoteJids: readonly string[],
  ): Promise<RecordedMessage | undefined> {
    const rows = await query<{ conversation_id: string; remote_jid: string }>(
      tx,
      `SELECT conversation_id, remote_jid FROM outbound
       WHERE company_id = $1 AND connection_id = $2 AND wa_id = $3 AND remote_jid = ANY ($4) AND operation = 'send'`,
      [companyId, connectionId, waId, remoteJids],
    )
    return rows.map((row) => ({
      conversationId: row.conversation_id,
      identity: { remoteJid: row.remote_jid, participant: '', fromMe: true, waId },
    }))[0]
  }

  async lockPlaceholder(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { remoteJids, participant, fromMe, waId }: PlaceholderSought,
  ): Promise<RecordedPlaceholder | undefined> {
    const rows = await query<{
      id: string
      conversation_id: string
      remote_jid: string
      participant: string
    }>(
      tx,
      `SELECT id, conversation_id, remote_jid, participant FROM inbound_messages
       WHERE company_id = $1 AND connection_id = $2 AND wa_id = $3 AND ${IS_PLACEHOLDER}
         AND remote_jid = ANY ($4) AND from_me = $5 AND ($6::text IS NULL OR participant = $6)
       ORDER BY id LIMIT 1 FOR UPDATE`,
      [companyId, connectionId, waId, remoteJids, fromMe, participant ?? null],
    )
    return rows.map((row) => ({
      id: row.id,
      conversationId: row.conversation_id,
      identity: { remoteJid: row.remote_jid, participant: row.participant, fromMe, waId },
    }))[0]
  }

  async setContent(
    tx: Tx,
    companyId: CompanyId,
    id: string,
    { kind, key }: { kind: string; key: string },
  ): Promise<void> {
    await execute(
      tx,
      `UPDATE inbound_messages SET kind = $3, media_key = $4 WHERE company_id = $1 AND id = $2`,
      [companyId, id, kind, key],
    )
  }
}
