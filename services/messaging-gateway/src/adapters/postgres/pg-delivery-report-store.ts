import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import {
  deleteRows,
  execute,
  findRow,
  insertRow,
  IsNull,
  LessThan,
  Not,
  query,
  sql,
  updateRows,
  type Row,
} from '@balcao/platform'

import type {
  DeadReport,
  DeliveryReport,
  DeliveryReportStore,
  DeliveryWebhook,
  ReportCounts,
} from '../../features/delivery-reports/delivery-report.store'
import {
  deliveryReports,
  deliveryReportTable,
  deliveryWebhooks,
  deliveryWebhookTable,
} from './delivery-report-table'
import { repositoryOf } from './tables'

const isDead = { deadAt: Not(IsNull()) }

export class PgDeliveryReportStore implements DeliveryReportStore {
  listWebhooks(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<DeliveryWebhook[]> {
    return deliveryWebhookTable.find(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} ORDER BY id`,
    )
  }

  async countReports(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
  ): Promise<ReadonlyMap<number, ReportCounts>> {
    const counted = await repositoryOf(tx, deliveryReports)
      .createQueryBuilder('r')
      .select('r.webhookId', 'webhookId')
      .addSelect('count(*) FILTER (WHERE r.deadAt IS NULL)::int', 'waiting')
      .addSelect('count(r.deadAt)::int', 'dead')
      .where({ companyId, connectionId })
      .groupBy('r.webhookId')
      .getRawMany<ReportCounts & { webhookId: number }>()
    return new Map(counted.map(({ webhookId, ...counts }) => [webhookId, counts]))
  }

  findWebhook(tx: Tx, companyId: CompanyId, id: number): Promise<DeliveryWebhook | undefined> {
    return findRow(repositoryOf(tx, deliveryWebhooks), { companyId, id })
  }

  insertWebhook(tx: Tx, webhook: Omit<DeliveryWebhook, 'id'>): Promise<DeliveryWebhook> {
    return insertRow(repositoryOf(tx, deliveryWebhooks), webhook)
  }

  async deleteWebhook(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    id: number,
  ): Promise<boolean> {
    return (await deleteRows(repositoryOf(tx, deliveryWebhooks), { companyId, connectionId, id })) > 0
  }

  async insert(tx: Tx, report: DeliveryReport): Promise<void> {
    const waiting = { nextTryAt: report.occurredAt, claimedUntil: null, reason: '', deadAt: null }
    await execute(tx, deliveryReportTable.insertion({ ...report, ...waiting }))
  }

  async claim(
    tx: Tx,
    { now, until, limit, perCompany }: { now: Date; until: Date; limit: number; perCompany: number },
  ): Promise<DeliveryReport[]> {
    // The condition is repeated in the UPDATE: a row that another process claimed meanwhile is read again and left out.
    const rows = await query<Row>(
      tx,
      sql`WITH due AS (
          SELECT r.id, r.seq, r.next_try_at,
            row_number() OVER (PARTITION BY r.company_id ORDER BY r.next_try_at, r.seq) AS nth,
            (SELECT count(*) FROM delivery_reports c WHERE c.company_id = r.company_id AND c.claimed_until > ${now}) AS running
          FROM delivery_reports r
          WHERE r.dead_at IS NULL AND r.next_try_at <= ${now} AND (r.claimed_until IS NULL OR r.claimed_until <= ${now})
            AND NOT EXISTS (SELECT FROM delivery_reports e WHERE e.company_id = r.company_id AND e.webhook_id = r.webhook_id
              AND e.message_id = r.message_id AND e.dead_at IS NULL AND e.seq < r.seq)
        )
        UPDATE delivery_reports r SET claimed_until = ${until}, tries = r.tries + 1
        WHERE r.id IN (SELECT id FROM due WHERE nth + running <= ${perCompany} ORDER BY next_try_at, seq LIMIT ${limit})
          AND r.dead_at IS NULL AND (r.claimed_until IS NULL OR r.claimed_until <= ${now})
        RETURNING ${deliveryReportTable.columnsOf('r')}`,
    )
    return rows.map(deliveryReportTable.read)
  }

  async delete(tx: Tx, { companyId, id }: DeliveryReport): Promise<void> {
    await deleteRows(repositoryOf(tx, deliveryReports), { companyId, id })
  }

  async postpone(tx: Tx, { companyId, id }: DeliveryReport, nextTryAt: Date, reason: string): Promise<void> {
    const waits = { nextTryAt, claimedUntil: null, reason }
    await updateRows(repositoryOf(tx, deliveryReports), { companyId, id }, waits)
  }

  async bury(tx: Tx, { companyId, id }: DeliveryReport, reason: string, now: Date): Promise<void> {
    const dead = { deadAt: now, claimedUntil: null, reason }
    await updateRows(repositoryOf(tx, deliveryReports), { companyId, id }, dead)
  }

  async pageDead(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ found: DeadReport[]; count: number }> {
    const [found, count] = await repositoryOf(tx, deliveryReports).findAndCount({
      where: { companyId, connectionId, ...isDead },
      order: { deadAt: 'DESC', seq: 'DESC' },
      skip: offset,
      take: limit,
    })
    return { found: found as DeadReport[], count }
  }

  replay(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { id, now }: { id: string | undefined; now: Date },
  ): Promise<number> {
    const which = { companyId, connectionId, ...isDead, ...(id !== undefined && { id }) }
    const again = { deadAt: null, nextTryAt: now, triedSince: now, tries: 0 }
    return updateRows(repositoryOf(tx, deliveryReports), which, again)
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await deleteRows(repositoryOf(tx, deliveryReports), { deadAt: LessThan(before) })
    await execute(
      tx,
      sql`DELETE FROM delivery_webhooks w
        WHERE EXISTS (SELECT FROM connections c WHERE c.company_id = w.company_id AND c.id = w.connection_id AND c.deleted_at IS NOT NULL)
          AND NOT EXISTS (SELECT FROM delivery_reports r WHERE r.company_id = w.company_id AND r.webhook_id = w.id AND r.dead_at IS NULL)`,
    )
  }
}
