import type { CompanyId, ConnectionId, MessageKind } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { MediaFetch, MediaFetchStore, MessageIdentity } from '../../features/inbound/media-fetch.store'

interface Row {
  id: string
  conversation_id: string
  remote_jid: string
  participant: string
  from_me: boolean
  wa_id: string
  kind: MessageKind
  name: string
  duration_seconds: number
  ticket: Buffer
  tries: number
}

const toFetch = (row: Row): MediaFetch => ({
  id: row.id,
  identity: {
    remoteJid: row.remote_jid,
    participant: row.participant,
    fromMe: row.from_me,
    waId: row.wa_id,
  },
  conversationId: row.conversation_id,
  kind: row.kind,
  name: row.name,
  durationSeconds: row.duration_seconds,
  ticket: row.ticket,
  tries: row.tries,
})

/** Files to come, in Postgres. */
export class PgMediaFetchStore implements MediaFetchStore {
  async insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    fetch: MediaFetch,
    nextAt: Date,
  ): Promise<void> {
    const { remoteJid, participant, fromMe, waId } = fetch.identity
    await execute(
      tx,
      `INSERT INTO media_fetches (id, company_id, connection_id, conversation_id, remote_jid, participant, from_me, wa_id, kind, name, duration_seconds, ticket, tries, next_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        ...[fetch.id, companyId, connectionId, fetch.conversationId, remoteJid, participant, fromMe, waId],
        ...[fetch.kind, fetch.name, fetch.durationSeconds, fetch.ticket, fetch.tries, nextAt],
      ],
    )
  }

  async listDue(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    now: Date,
    limit: number,
  ): Promise<MediaFetch[]> {
    const rows = await query<Row>(
      tx,
      `SELECT * FROM media_fetches WHERE company_id = $1 AND connection_id = $2 AND next_at <= $3 ORDER BY next_at LIMIT $4`,
      [companyId, connectionId, now, limit],
    )
    return rows.map(toFetch)
  }

  async listAll(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<MediaFetch[]> {
    const rows = await query<Row>(
      tx,
      `SELECT * FROM media_fetches WHERE company_id = $1 AND connection_id = $2 ORDER BY id`,
      [companyId, connectionId],
    )
    return rows.map(toFetch)
  }

  async nextAt(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<Date | undefined> {
    const rows = await query<{ at: Date | null }>(
      tx,
      `SELECT min(next_at) AS at FROM media_fetches WHERE company_id = $1 AND connection_id = $2`,
      [companyId, connectionId],
    )
    return rows[0]?.at ?? undefined
  }

  async retryAt(tx: Tx, companyId: CompanyId, id: string, at: Date): Promise<void> {
    await execute(
      tx,
      `UPDATE media_fetches SET tries = tries + 1, next_at = $3 WHERE company_id = $1 AND id = $2`,
      [companyId, id, at],
    )
  }

  async cancel(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { remoteJid, participant, fromMe, waId }: MessageIdentity,
  ): Promise<void> {
    await execute(
      tx,
      `DELETE FROM media_fetches WHERE company_id = $1 AND connection_id = $2 AND remote_jid = $3 AND participant = $4 AND from_me = $5 AND wa_id = $6`,
      [companyId, connectionId, remoteJid, participant, fromMe, waId],
    )
  }

  async delete(tx: Tx, companyId: CompanyId, id: string): Promise<boolean> {
    const gone = await execute(tx, `DELETE FROM media_fetches WHERE company_id = $1 AND id = $2`, [
      companyId,
      id,
    ])
    return gone === 1
  }
}
