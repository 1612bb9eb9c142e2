import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError, type ClaimRequest, type Tx } from '@balcao/kernel'
import { CompanyTurns, deleteRows, execute, LessThan, query, sql } from '@balcao/platform'

import type { NetworkEvent, NetworkEventStore } from '../../features/network-events/network-event.store'
import { networkEvents, networkEventTable } from './network-event-table'
import { repositoryOf } from './tables'

export class PgNetworkEventStore implements NetworkEventStore {
  private readonly turns = new CompanyTurns({
    name: 'network_events',
    dueAt: 'next_try_at',
    order: 'seq',
    open: sql`dead_at IS NULL`,
    chain: ['connection_id', 'chat'],
  })

  async insert(tx: Tx, events: readonly NetworkEvent[]): Promise<void> {
    for (const event of events) {
      const waiting = { nextTryAt: event.receivedAt, reason: '', deadAt: null }
      await execute(tx, networkEventTable.insertion({ ...event, ...waiting }))
      this.waitForFirst(tx, event)
    }
  }

  async claim(tx: Tx, request: ClaimRequest): Promise<NetworkEvent[]> {
    const rows = await this.turns.claim(tx, networkEventTable.columnsOf('u'), request)
    return rows.map(networkEventTable.read)
  }

  findNextDue(tx: Tx, before: Date): Promise<Date | undefined> {
    return this.turns.findNextDue(tx, before)
  }

  renew(tx: Tx, events: readonly NetworkEvent[], until: Date): Promise<void> {
    return this.turns.renew(tx, events, until)
  }

  async fence(tx: Tx, { companyId, id, tries }: NetworkEvent): Promise<void> {
    const rows = await query(
      tx,
      sql`SELECT 1 FROM network_events
        WHERE company_id = ${companyId} AND id = ${id} AND tries = ${tries} AND claimed_until IS NOT NULL FOR UPDATE`,
    )
    if (rows.length === 0) throw new AppError('ERR_LEASE_LOST', { detail: 'the event is claimed by another' })
  }

  async delete(tx: Tx, { companyId, id }: NetworkEvent): Promise<void> {
    await execute(tx, sql`DELETE FROM network_events WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async postpone(tx: Tx, event: NetworkEvent, nextTryAt: Date, reason: string): Promise<void> {
    const { companyId, id } = event
    await execute(
      tx,
      sql`UPDATE network_events SET next_try_at = ${nextTryAt}, claimed_until = NULL, reason = ${reason}
        WHERE company_id = ${companyId} AND id = ${id}`,
    )
    this.waitForFirst(tx, event)
  }

  async bury(tx: Tx, { companyId, id }: NetworkEvent, reason: string, now: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE network_events SET dead_at = ${now}, claimed_until = NULL, reason = ${reason}
        WHERE company_id = ${companyId} AND id = ${id}`,
    )
  }

  async countDead(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<number> {
    const [row] = await query<{ dead: number }>(
      tx,
      sql`SELECT count(*)::int AS dead FROM network_events
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND dead_at IS NOT NULL`,
    )
    return row?.dead ?? 0
  }

  async deleteOf(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void> {
    await deleteRows(repositoryOf(tx, networkEvents), { companyId, connectionId })
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await deleteRows(repositoryOf(tx, networkEvents), { deadAt: LessThan(before) })
  }

  private waitForFirst(tx: Tx, { companyId, connectionId, chat }: NetworkEvent): void {
    this.turns.waitForFirst(tx, companyId, [connectionId, chat])
  }
}
