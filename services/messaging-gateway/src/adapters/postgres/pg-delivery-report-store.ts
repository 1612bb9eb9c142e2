import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { ClaimRequest, Counted, Slice, Tx } from '@balcao/kernel'
import {
  CompanyTurns,
  createActivity,
  deleteRows,
  execute,
  findRow,
  insertRow,
  IsNull,
  LessThan,
  Not,
  sql,
  updateRows,
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
  readonly replayed = createActivity()
  private readonly turns = new CompanyTurns({
    name: 'delivery_reports',
    dueAt: 'next_try_at',
    order: 'seq',
    open: sql`dead_at IS NULL`,
    chain: ['webhook_id', 'message_id'],
  })

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
    this.waitForFirst(tx, report)
  }

  async claim(tx: Tx, request: ClaimRequest): Promise<DeliveryReport[]> {
    const rows = await this.turns.claim(tx, deliveryReportTable.columnsOf('u'), request)
    return rows.map(deliveryReportTable.read)
  }

  findNextDue(tx: Tx, before: Date): Promise<Date | undefined> {
    return this.turns.findNextDue(tx, before)
  }

  renew(tx: Tx, reports: readonly DeliveryReport[], until: Date): Promise<void> {
    return this.turns.renew(tx, reports, until)
  }

  async delete(tx: Tx, { companyId, id }: DeliveryReport): Promise<void> {
    await deleteRows(repositoryOf(tx, deliveryReports), { companyId, id })
  }

  async postpone(tx: Tx, report: DeliveryReport, nextTryAt: Date, reason: string): Promise<void> {
    const { companyId, id } = report
    const waits = { nextTryAt, claimedUntil: null, reason }
    await updateRows(repositoryOf(tx, deliveryReports), { companyId, id }, waits)
    this.waitForFirst(tx, report)
  }

  async bury(tx: Tx, { companyId, id }: DeliveryReport, reason: string, now: Date): Promise<void> {
    const dead = { deadAt: now, claimedUntil: null, reason }
    await updateRows(repositoryOf(tx, deliveryReports), { companyId, id }, dead)
  }

  async pageDead(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { offset, limit }: Slice,
  ): Promise<Counted<DeadReport>> {
    const [found, count] = await repositoryOf(tx, deliveryReports).findAndCount({
      where: { companyId, connectionId, ...isDead },
      order: { deadAt: 'DESC', seq: 'DESC' },
      skip: offset,
      take: limit,
    })
    return { items: found as DeadReport[], count }
  }

  replay(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { id, now }: { id: string | undefined; now: Date },
  ): Promise<number> {
    const which = { companyId, connectionId, ...isDead, ...(id !== undefined && { id }) }
    this.replayed.note()
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

  private waitForFirst(tx: Tx, { companyId, webhookId, messageId }: DeliveryReport): void {
    this.turns.waitForFirst(tx, companyId, [webhookId, messageId])
  }
}
