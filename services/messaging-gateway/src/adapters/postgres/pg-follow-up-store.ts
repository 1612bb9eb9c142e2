import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, integerSql, query, rawSql, sql, type Sql, type Table } from '@balcao/platform'

import type { FollowUpStore, WaitingMessage } from '../../features/inbound/follow-up.store'
import type { MessageIdentity } from '../../features/inbound/inbound.store'
import type { StoredFollowUp } from './follow-up-columns'

const MOST_LISTED = 500

/** Selects the rows of one message in any follow-up table. */
export const whereMessage = (
  companyId: CompanyId,
  connectionId: ConnectionId,
  { remoteJid, participant, fromMe, waId }: MessageIdentity,
): Sql =>
  sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND remote_jid = ${remoteJid}
    AND participant = ${participant} AND from_me = ${fromMe} AND wa_id = ${waId}`

type FollowUpTable<T extends WaitingMessage> = Pick<
  Table<StoredFollowUp<T>, StoredFollowUp<T>, never>,
  'name' | 'find' | 'insertion'
>

/** Follow-ups of one type, in their table. */
export class PgFollowUpStore<T extends WaitingMessage> implements FollowUpStore<T> {
  private readonly name: Sql

  constructor(private readonly table: FollowUpTable<T>) {
    this.name = rawSql(table.name)
  }

  async insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    waiting: T & { nextAt: Date },
  ): Promise<void> {
    await execute(tx, this.table.insertion({ ...waiting, companyId, connectionId }))
  }

  listDue(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { now, limit }: { now: Date; limit: number },
  ): Promise<T[]> {
    return this.table.find(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND next_at <= ${now}
        ORDER BY next_at LIMIT ${limit}`,
    )
  }

  listAll(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<T[]> {
    return this.table.find(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} ORDER BY id LIMIT ${integerSql(MOST_LISTED)}`,
    )
  }

  async nextAt(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<Date | undefined> {
    const [row] = await query<{ at: Date | null }>(
      tx,
      sql`SELECT min(next_at) AS at FROM ${this.name} WHERE company_id = ${companyId} AND connection_id = ${connectionId}`,
    )
    return row?.at ?? undefined
  }

  async retryAt(tx: Tx, companyId: CompanyId, id: string, at: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE ${this.name} SET tries = tries + 1, next_at = ${at} WHERE company_id = ${companyId} AND id = ${id}`,
    )
  }

  async postpone(tx: Tx, companyId: CompanyId, id: string, at: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE ${this.name} SET next_at = ${at} WHERE company_id = ${companyId} AND id = ${id}`,
    )
  }

  async cancel(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    identity: MessageIdentity,
  ): Promise<void> {
    await execute(tx, sql`DELETE FROM ${this.name} ${whereMessage(companyId, connectionId, identity)}`)
  }

  async delete(tx: Tx, companyId: CompanyId, id: string): Promise<boolean> {
    const gone = await execute(
      tx,
      sql`DELETE FROM ${this.name} WHERE company_id = ${companyId} AND id = ${id}`,
    )
    return gone === 1
  }
}
