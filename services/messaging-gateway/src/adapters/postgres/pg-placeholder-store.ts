import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { MINUTE, type Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { MessageIdentity } from '../../features/inbound/inbound.store'
import type { Placeholder, PlaceholderStore } from '../../features/inbound/placeholder.store'

interface Row {
  id: string
  conversation_id: string
  remote_jid: string
  participant: string
  from_me: boolean
  wa_id: string
  tries: number
}

const toPlaceholder = (row: Row): Placeholder => ({
  id: row.id,
  conversationId: row.conversation_id,
  identity: {
    remoteJid: row.remote_jid,
    participant: row.participant,
    fromMe: row.from_me,
    waId: row.wa_id,
  },
  tries: row.tries,
})

const MOST_LISTED = 500

const OF_MESSAGE =
  'company_id = $1 AND connection_id = $2 AND remote_jid = $3 AND participant = $4 AND from_me = $5 AND wa_id = $6'

/* A window of a minute that begins with its first request. */
const RESERVE = `INSERT INTO phone_budgets AS b (company_id, connection_id, since, asked) VALUES ($1, $2, $3, least($4::int, $5::int))
  ON CONFLICT (company_id, connection_id) DO UPDATE SET
    since = CASE WHEN b.since <= $6 THEN excluded.since ELSE b.since END,
    asked = CASE WHEN b.since <= $6 THEN excluded.asked ELSE least(b.asked + $4::int, $5::int) END
  RETURNING asked`

/** Messages without content, in Postgres. */
export class PgPlaceholderStore implements PlaceholderStore {
  async insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { id, conversationId, identity, tries }: Placeholder,
    nextAt: Date,
  ): Promise<void> {
    const { remoteJid, participant, fromMe, waId } = identity
    await execute(
      tx,
      `INSERT INTO placeholders (id, company_id, connection_id, conversation_id, remote_jid, participant, from_me, wa_id, tries, next_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [id, companyId, connectionId, conversationId, remoteJid, participant, fromMe, waId, tries, nextAt],
    )
  }

  async listDue(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    now: Date,
    limit: number,
  ): Promise<Placeholder[]> {
    const sql = `SELECT * FROM placeholders WHERE company_id = $1 AND connection_id = $2 AND next_at <= $3 ORDER BY next_at LIMIT $4`
    return (await query<Row>(tx, sql, [companyId, connectionId, now, limit])).map(toPlaceholder)
  }

  async listAll(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<Placeholder[]> {
    const sql = `SELECT * FROM placeholders WHERE company_id = $1 AND connection_id = $2 ORDER BY id LIMIT ${MOST_LISTED}`
    return (await query<Row>(tx, sql, [companyId, connectionId])).map(toPlaceholder)
  }

  async nextAt(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<Date | undefined> {
    const sql = `SELECT min(next_at) AS at FROM placeholders WHERE company_id = $1 AND connection_id = $2`
    const [row] = await query<{ at: Date | null }>(tx, sql, [companyId, connectionId])
    return row?.at ?? undefined
  }

  async retryAt(tx: Tx, companyId: CompanyId, id: string, at: Date): Promise<void> {
    const sql = `UPDATE placeholders SET tries = tries + 1, next_at = $3 WHERE company_id = $1 AND id = $2`
    await execute(tx, sql, [companyId, id, at])
  }

  async cancel(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { remoteJid, participant, fromMe, waId }: MessageIdentity,
  ): Promise<void> {
    const message = [companyId, connectionId, remoteJid, participant, fromMe, waId]
    await execute(tx, `DELETE FROM placeholders WHERE ${OF_MESSAGE}`, message)
    const sql = `UPDATE inbound_messages SET kind = 'unsupported' WHERE ${OF_MESSAGE} AND kind IN ('placeholder', 'phoneOnly')`
    await execute(tx, sql, message)
  }

  async delete(tx: Tx, companyId: CompanyId, id: string): Promise<boolean> {
    const sql = `DELETE FROM placeholders WHERE company_id = $1 AND id = $2`
    return (await execute(tx, sql, [companyId, id])) === 1
  }

  async reserve(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { wanted, perMinute, now }: { wanted: number; perMinute: number; now: Date },
  ): Promise<number> {
    const over = new Date(now.getTime() - MINUTE)
    const before = await this.askedSince(tx, companyId, connectionId, over)
    const values = [companyId, connectionId, now, wanted, perMinute, over]
    const [row] = await query<{ asked: number }>(tx, RESERVE, values)
    return Math.max(0, (row?.asked ?? 0) - before)
  }

  /* Locked, so that what is counted and what is added belong together. */
  private async askedSince(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    over: Date,
  ): Promise<number> {
    const sql = `SELECT asked FROM phone_budgets WHERE company_id = $1 AND connection_id = $2 AND since > $3 FOR UPDATE`
    const [row] = await query<{ asked: number }>(tx, sql, [companyId, connectionId, over])
    return row?.asked ?? 0
  }
}
