import { noticeKinds, type CompanyId, type ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, noSql, query, rawSql, sql } from '@balcao/platform'

import type {
  InboundStore,
  JournalEntry,
  MessageIdentity,
  MessageSought,
  PlaceholderSought,
  RecordedMessage,
  RecordedPlaceholder,
} from '../../features/inbound/inbound.store'
import type { LastReceived } from '../../features/whatsapp-driver'
import { isNamed } from './outbound-table'
import { inboundMessages } from './inbound-message-table'
import { whereMessage } from './pg-follow-up-store'

/* The predicate of the partial index on waiting placeholders. */
const IS_PLACEHOLDER = rawSql(`kind IN ('placeholder', 'phoneOnly')`)

export class PgInboundStore implements InboundStore {
  async isKnown(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    identity: MessageIdentity,
  ): Promise<boolean> {
    const rows = await query(
      tx,
      sql`SELECT 1 FROM inbound_messages ${whereMessage(companyId, connectionId, identity)} AND NOT (${IS_PLACEHOLDER})`,
    )
    return rows.length > 0
  }

  async insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { remoteJid, participant, fromMe, waId, ...entry }: JournalEntry,
  ): Promise<boolean> {
    const recorded = { ...entry, companyId, connectionId, identity: { remoteJid, participant, fromMe, waId } }
    const inserted = await execute(
      tx,
      sql`WITH begun AS (
          UPDATE conversations SET opened = true WHERE company_id = ${companyId} AND id = ${entry.conversationId} AND NOT opened)
        ${inboundMessages.insertion(recorded)}
        ON CONFLICT (company_id, connection_id, remote_jid, participant, from_me, wa_id) DO NOTHING`,
    )
    return inserted === 1
  }

  async findLastReceived(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    remoteJids: readonly string[],
  ): Promise<LastReceived | undefined> {
    const [row] = await query<{ wa_id: string; sent_at: Date }>(
      tx,
      sql`SELECT wa_id, sent_at FROM inbound_messages WHERE company_id = ${companyId} AND connection_id = ${connectionId}
        AND remote_jid = ANY (${remoteJids}) AND NOT from_me AND kind <> ALL (${noticeKinds}::text[]) ORDER BY sent_at DESC LIMIT 1`,
    )
    return row && { waId: row.wa_id, sentAt: row.sent_at }
  }

  find(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { remoteJids, participant, fromMe, waId }: MessageSought,
  ): Promise<RecordedMessage | undefined> {
    return inboundMessages.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND remote_jid = ANY (${remoteJids})
        AND participant = ${participant} AND from_me = ${fromMe} AND wa_id = ${waId} ORDER BY id LIMIT 1`,
    )
  }

  async findSent(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { waId, remoteJids }: Pick<MessageSought, 'waId' | 'remoteJids'>,
  ): Promise<RecordedMessage | undefined> {
    const [row] = await query<{ conversation_id: string; remote_jid: string; named: string }>(
      tx,
      sql`SELECT conversation_id, remote_jid, coalesce(network_id, wa_id) AS named FROM outbound
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND ${isNamed(waId)}
          AND remote_jid = ANY (${remoteJids}) AND operation = 'send'`,
    )
    return (
      row && {
        conversationId: row.conversation_id,
        identity: { remoteJid: row.remote_jid, participant: '', fromMe: true, waId: row.named },
      }
    )
  }

  lockPlaceholder(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { remoteJids, participant, fromMe, waId }: PlaceholderSought,
  ): Promise<RecordedPlaceholder | undefined> {
    const byWriter = participant === undefined ? noSql : sql`AND participant = ${participant}`
    return inboundMessages.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND wa_id = ${waId} AND ${IS_PLACEHOLDER}
        AND remote_jid = ANY (${remoteJids}) AND from_me = ${fromMe} ${byWriter} ORDER BY id LIMIT 1 FOR UPDATE`,
    )
  }

  async setContent(
    tx: Tx,
    companyId: CompanyId,
    id: string,
    { kind, key }: { kind: string; key: string },
  ): Promise<void> {
    await execute(
      tx,
      sql`UPDATE inbound_messages SET kind = ${kind}, media_key = ${key} WHERE company_id = ${companyId} AND id = ${id}`,
    )
  }
}
