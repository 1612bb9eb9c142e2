import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, query, sql, type Row, type Sql } from '@balcao/platform'

import type {
  DeadReport,
  DeliveryReport,
  DeliveryReportStore,
  DeliveryWebhook,
  ReportCounts,
} from '../../features/delivery-reports/delivery-report.store'
import { deliveryReports, deliveryWebhooks } from './delivery-report-table'

const whereReport = ({ companyId, id }: DeliveryReport): Sql =>
  sql`WHERE company_id = ${companyId} AND id = ${id}`

const whereDead = (companyId: CompanyId, connectionId: ConnectionId): Sql =>
  sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND dead_at IS NOT NULL`

export class PgDeliveryReportStore implements DeliveryReportStore {
  listWebhooks(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<DeliveryWebhook[]> {
    return deliveryWebhooks.find(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} ORDER BY id`,
    )
  }

  async countReports(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
  ): Promise<ReadonlyMap<number, ReportCounts>> {
    const rows = await query<{ webhook_id: number } & ReportCounts>(
      tx,
      sql`SELECT webhook_id, count(*) FILTER (WHERE dead_at IS NULL)::int AS waiting, count(dead_at)::int AS dead
        FROM delivery_reports WHERE company_id = ${companyId} AND connection_id = ${connectionId} GROUP BY webhook_id`,
    )
    return new Map(rows.map(({ webhook_id, ...counts }) => [webhook_id, counts]))
  }

  findWebhook(tx: Tx, companyId: CompanyId, id: number): Promise<DeliveryWebhook | undefined> {
    return deliveryWebhooks.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async insertWebhook(tx: Tx, webhook: Omit<DeliveryWebhook, 'id'>): Promise<DeliveryWebhook> {
    const inserted = await deliveryWebhooks.insert(tx, webhook)
    if (!inserted) throw new AppError('ERR_INTERNAL', { detail: 'a webhook was not inserted' })
    return inserted
  }

  async deleteWebhook(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    id: number,
  ): Promise<boolean> {
    const where = sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND id = ${id}`
    return (await execute(tx, sql`DELETE FROM delivery_webhooks ${where}`)) > 0
  }

  async insert(tx: Tx, report: DeliveryReport): Promise<void> {
    await execute(tx, deliveryReports.insertion(report, { next_try_at: report.occurredAt, reason: '' }))
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
            row_number() OVER (PARTITION BY r.company_id ORDER BY r.next_try_at, r.seq) AS place,
            (SELECT count(*) FROM delivery_reports c WHERE c.company_id = r.company_id AND c.claimed_until > ${now}) AS running
          FROM delivery_reports r
          WHERE r.dead_at IS NULL AND r.next_try_at <= ${now} AND (r.claimed_until IS NULL OR r.claimed_until <= ${now})
            AND NOT EXISTS (SELECT FROM delivery_reports e WHERE e.company_id = r.company_id AND e.webhook_id = r.webhook_id
              AND e.message_id = r.message_id AND e.dead_at IS NULL AND e.seq < r.seq)
        )
        UPDATE delivery_reports r SET claimed_until = ${until}, tries = r.tries + 1
        WHERE r.id IN (SELECT id FROM due WHERE place + running <= ${perCompany} ORDER BY next_try_at, seq LIMIT ${limit})
          AND r.dead_at IS NULL AND (r.claimed_until IS NULL OR r.claimed_until <= ${now})
        RETURNING ${deliveryReports.columnsOf('r')}`,
    )
    return rows.map(deliveryReports.read)
  }

  async delete(tx: Tx, report: DeliveryReport): Promise<void> {
    await execute(tx, sql`DELETE FROM delivery_reports ${whereReport(report)}`)
  }

  async postpone(tx: Tx, report: DeliveryReport, nextTryAt: Date, reason: string): Promise<void> {
    await execute(
      tx,
      sql`UPDATE delivery_reports SET next_try_at = ${nextTryAt}, claimed_until = NULL, reason = ${reason} ${whereReport(report)}`,
    )
  }

  async bury(tx: Tx, report: DeliveryReport, reason: string, now: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE delivery_reports SET dead_at = ${now}, claimed_until = NULL, reason = ${reason} ${whereReport(report)}`,
    )
  }

  async pageDead(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ found: DeadReport[]; count: number }> {
    const where = whereDead(companyId, connectionId)
    const rows = await query<Row & { reason: string; dead_at: Date }>(
      tx,
      sql`SELECT ${deliveryReports.columns}, reason, dead_at FROM delivery_reports ${where}
        ORDER BY dead_at DESC, seq DESC LIMIT ${limit} OFFSET ${offset}`,
    )
    const counted = sql`SELECT count(*)::int AS count FROM delivery_reports ${where}`
    const [total] = await query<{ count: number }>(tx, counted)
    const found = rows.map((row) => ({
      ...deliveryReports.read(row),
      reason: row.reason,
      deadAt: row.dead_at,
    }))
    return { found, count: total?.count ?? 0 }
  }

  replay(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { id, now }: { id: string | undefined; now: Date },
  ): Promise<number> {
    return execute(
      tx,
      sql`UPDATE delivery_reports SET dead_at = NULL, next_try_at = ${now}, tried_since = ${now}, tries = 0
        ${whereDead(companyId, connectionId)} AND (${id ?? null}::uuid IS NULL OR id = ${id ?? null}::uuid)`,
    )
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await execute(tx, sql`DELETE FROM delivery_reports WHERE dead_at < ${before}`)
    await execute(
      tx,
      sql`DELETE FROM delivery_webhooks w
        WHERE EXISTS (SELECT FROM connections c WHERE c.company_id = w.company_id AND c.id = w.connection_id AND c.deleted_at IS NOT NULL)
          AND NOT EXISTS (SELECT FROM delivery_reports r WHERE r.company_id = w.company_id AND r.webhook_id = w.id AND r.dead_at IS NULL)`,
    )
  }
}
