import {
  companyId as toCompanyId,
  type CompanyId,
  type DeliveryState,
  type WebhookState,
} from '@balcao/contracts'
import type { ClaimRequest, Tx } from '@balcao/kernel'
import {
  CompanyTurns,
  deleteRows,
  deleteSome,
  execute,
  findRow,
  insertRow,
  integerSql,
  lockName,
  lockRow,
  query,
  sql,
  updateRows,
} from '@balcao/platform'

import type {
  Delivery,
  DeliveryCounts,
  NewDelivery,
  ReplayRequest,
  TryResult,
  Webhook,
  WebhookStore,
} from '../../features/webhooks/webhook.store'
import { repositoryOf, webhookDeliveries, webhookDeliveryTable, webhooks } from './webhook-table'

/* A statement takes far less than its time limit, whatever has piled up. */
const SWEEP_BATCH = 2_000

export class PgWebhookStore implements WebhookStore {
  private readonly turns = new CompanyTurns({
    name: 'webhook_deliveries',
    dueAt: 'next_try_at',
    order: 'id',
    open: sql`state = 'waiting'`,
    chain: ['webhook_id', 'chain'],
  })

  list(tx: Tx, companyId: CompanyId): Promise<Webhook[]> {
    return repositoryOf(tx, webhooks).find({ where: { companyId }, order: { id: 'ASC' } })
  }

  find(tx: Tx, companyId: CompanyId, id: number): Promise<Webhook | undefined> {
    return findRow(repositoryOf(tx, webhooks), { companyId, id })
  }

  lock(tx: Tx, companyId: CompanyId, id: number): Promise<Webhook | undefined> {
    return lockRow(repositoryOf(tx, webhooks), { companyId, id })
  }

  lockCompany(tx: Tx, companyId: CompanyId): void {
    lockName(tx, 'webhooks', companyId)
  }

  insert(tx: Tx, webhook: Omit<Webhook, 'id'>): Promise<Webhook> {
    return insertRow(repositoryOf(tx, webhooks), webhook)
  }

  async update(
    tx: Tx,
    { companyId, id }: Webhook,
    changes: Partial<Omit<Webhook, 'id' | 'companyId'>>,
  ): Promise<void> {
    await updateRows(repositoryOf(tx, webhooks), { companyId, id }, changes)
  }

  async delete(tx: Tx, companyId: CompanyId, id: number): Promise<boolean> {
    return (await deleteRows(repositoryOf(tx, webhooks), { companyId, id })) > 0
  }

  async pause(tx: Tx, { companyId, id }: Webhook, state: Exclude<WebhookState, 'enabled'>): Promise<boolean> {
    const paused = await updateRows(
      repositoryOf(tx, webhooks),
      { companyId, id, state: 'enabled' },
      { state },
    )
    if (paused === 0) return false
    const waiting = { companyId, webhookId: id, state: 'waiting' as const }
    await updateRows(repositoryOf(tx, webhookDeliveries), waiting, { state: 'held' })
    return true
  }

  async resume(tx: Tx, { companyId, id }: Webhook, now: Date): Promise<void> {
    await updateRows(repositoryOf(tx, webhooks), { companyId, id }, { state: 'enabled', failingSince: null })
    const held = { companyId, webhookId: id, state: 'held' as const }
    const again = { state: 'waiting' as const, tries: 0, triedSince: now, nextTryAt: now, claimedUntil: null }
    await updateRows(repositoryOf(tx, webhookDeliveries), held, again)
  }

  async count(tx: Tx, companyId: CompanyId): Promise<ReadonlyMap<number, DeliveryCounts>> {
    const rows = await query<{ id: number; waiting: number; parked: number; oldest: Date | null }>(
      tx,
      sql`SELECT webhook_id AS id, (count(*) FILTER (WHERE state <> 'parked'))::int AS waiting,
          (count(*) FILTER (WHERE state = 'parked'))::int AS parked, min(occurred_at) FILTER (WHERE state <> 'parked') AS oldest
        FROM webhook_deliveries WHERE company_id = ${companyId} AND state <> 'done' GROUP BY webhook_id`,
    )
    return new Map(rows.map(({ id, waiting, parked, oldest }) => [id, { waiting, parked, oldestAt: oldest }]))
  }

  async listCompanies(tx: Tx): Promise<Pick<Webhook, 'companyId' | 'state'>[]> {
    const rows = await query<{ company_id: number; state: WebhookState }>(
      tx,
      sql`SELECT DISTINCT company_id, state FROM webhooks WHERE state IN ('enabled', 'no-plan') ORDER BY company_id`,
    )
    return rows.map(({ company_id, state }) => ({ companyId: toCompanyId(company_id), state }))
  }

  async listBehind(tx: Tx): Promise<Pick<Webhook, 'companyId' | 'id'>[]> {
    const rows = await query<{ company_id: number; id: number }>(
      tx,
      sql`SELECT w.company_id, w.id FROM webhooks w JOIN feed_heads h ON h.company_id = w.company_id
        WHERE w.state = 'enabled' AND w.dispatched_seq < h.seq`,
    )
    return rows.map(({ company_id, id }) => ({ companyId: toCompanyId(company_id), id }))
  }

  async countWaiting(tx: Tx, { companyId, id }: Webhook, most: number): Promise<number> {
    const [row] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM webhook_deliveries
        WHERE company_id = ${companyId} AND webhook_id = ${id} AND state = 'waiting' LIMIT ${integerSql(most)}) w`,
    )
    return row?.count ?? 0
  }

  async insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
    const [first] = deliveries
    if (!first) return
    const { companyId, webhookId } = first
    const of = <K extends keyof NewDelivery>(key: K) => deliveries.map((delivery) => delivery[key])
    const chains = of('orderingKey')
    await execute(
      tx,
      sql`INSERT INTO webhook_deliveries (company_id, webhook_id, event_id, seq, event, ticket_id, ordering_key, occurred_at, chain,
          state, tries, tried_since, next_try_at, error, answer)
        SELECT ${companyId}, ${webhookId}, n.event_id, n.seq, n.event, n.ticket_id, n.ordering_key, n.occurred_at, n.ordering_key,
          'waiting', 0, ${now}, ${now}, '', ''
        FROM unnest(${of('eventId')}::text[], ${of('seq')}::bigint[], ${of('event')}::text[], ${of('ticketId')}::bigint[], ${chains}::text[],
          ${of('occurredAt')}::timestamptz[]) WITH ORDINALITY n (event_id, seq, event, ticket_id, ordering_key, occurred_at, nth)
        ORDER BY n.nth
        ON CONFLICT (company_id, seq, webhook_id, event) DO UPDATE SET state = 'waiting', chain = excluded.chain, tries = 0,
          tried_since = excluded.tried_since, next_try_at = excluded.next_try_at, claimed_until = NULL`,
    )
    this.turns.waitForFirst(tx, companyId, [webhookId, [...new Set(chains)]])
  }

  async claim(tx: Tx, request: ClaimRequest): Promise<Delivery[]> {
    const rows = await this.turns.claim(tx, webhookDeliveryTable.columnsOf('u'), request)
    return rows.map(webhookDeliveryTable.read)
  }

  findNextDue(tx: Tx, before: Date): Promise<Date | undefined> {
    return this.turns.findNextDue(tx, before)
  }

  renew(tx: Tx, deliveries: readonly Delivery[], until: Date): Promise<void> {
    return this.turns.renew(tx, deliveries, until)
  }

  finish(tx: Tx, delivery: Delivery, result: TryResult, now: Date): Promise<void> {
    return this.end(tx, delivery, { ...result, state: 'done', triedAt: now })
  }

  park(tx: Tx, delivery: Delivery, result: TryResult, now: Date): Promise<void> {
    return this.end(tx, delivery, { ...result, state: 'parked', triedAt: now })
  }

  async postpone(
    tx: Tx,
    { companyId, id, webhookId, orderingKey }: Delivery,
    result: TryResult,
    { now, next }: { now: Date; next: Date },
  ): Promise<void> {
    const waits = { ...result, triedAt: now, nextTryAt: next, claimedUntil: null }
    await updateRows(repositoryOf(tx, webhookDeliveries), { companyId, id }, waits)
    this.turns.waitForFirst(tx, companyId, [webhookId, orderingKey])
  }

  async postponeAll(tx: Tx, { companyId, id }: Webhook, next: Date): Promise<void> {
    await execute(
      tx,
      // What another transaction holds is claimed or ends: waiting for it could deadlock.
      sql`UPDATE webhook_deliveries SET next_try_at = ${next} WHERE company_id = ${companyId} AND id = ANY (ARRAY(
        SELECT id FROM webhook_deliveries
        WHERE company_id = ${companyId} AND webhook_id = ${id} AND state = 'waiting' AND next_try_at < ${next} FOR UPDATE SKIP LOCKED))`,
    )
  }

  async hold(tx: Tx, { companyId, id }: Delivery): Promise<void> {
    await updateRows(
      repositoryOf(tx, webhookDeliveries),
      { companyId, id },
      { state: 'held', claimedUntil: null },
    )
  }

  async drop(tx: Tx, { companyId, id }: Delivery): Promise<void> {
    await deleteRows(repositoryOf(tx, webhookDeliveries), { companyId, id })
  }

  page(
    tx: Tx,
    companyId: CompanyId,
    {
      webhookId,
      state,
      before,
      limit,
    }: { webhookId: number; state?: DeliveryState | undefined; before?: number | undefined; limit: number },
  ): Promise<Delivery[]> {
    return webhookDeliveryTable.find(
      tx,
      sql`WHERE company_id = ${companyId} AND webhook_id = ${webhookId} AND (${state ?? null}::text IS NULL OR state = ${state ?? null})
        AND (${before ?? null}::bigint IS NULL OR id < ${before ?? null}) ORDER BY id DESC LIMIT ${integerSql(limit)}`,
    )
  }

  findDelivery(tx: Tx, companyId: CompanyId, webhookId: number, id: number): Promise<Delivery | undefined> {
    return findRow(repositoryOf(tx, webhookDeliveries), { companyId, webhookId, id })
  }

  replay(tx: Tx, companyId: CompanyId, { webhookId, deliveryId, now }: ReplayRequest): Promise<number> {
    const which =
      deliveryId === undefined ? sql`state = 'parked'` : sql`id = ${deliveryId} AND state <> 'held'`
    return execute(
      tx,
      sql`UPDATE webhook_deliveries SET state = 'waiting', chain = ordering_key, tries = 0, tried_since = ${now}, next_try_at = ${now},
          claimed_until = NULL
        WHERE company_id = ${companyId} AND webhook_id = ${webhookId} AND ${which}`,
    )
  }

  async sweep(tx: Tx, before: Date, kept: number): Promise<boolean> {
    const old = await deleteSome(tx, 'webhook_deliveries', sql`occurred_at < ${before}`, SWEEP_BATCH)
    const many = await execute(
      tx,
      // Materialized: the oldest that is kept is found once for each webhook, not for each row.
      sql`WITH last AS MATERIALIZED (
          SELECT w.company_id, w.id AS webhook_id, (SELECT k.id FROM webhook_deliveries k
            WHERE k.company_id = w.company_id AND k.webhook_id = w.id AND k.state = 'done'
            ORDER BY k.id DESC OFFSET ${integerSql(kept)} LIMIT 1) AS id FROM webhooks w)
        DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
          SELECT d.ctid FROM last CROSS JOIN LATERAL (SELECT o.ctid FROM webhook_deliveries o
            WHERE o.company_id = last.company_id AND o.webhook_id = last.webhook_id AND o.state = 'done' AND o.id <= last.id
            LIMIT ${integerSql(SWEEP_BATCH)}) d
          WHERE last.id IS NOT NULL LIMIT ${integerSql(SWEEP_BATCH)}))`,
    )
    return old < SWEEP_BATCH && many < SWEEP_BATCH
  }

  private async end(
    tx: Tx,
    { companyId, id }: Delivery,
    result: TryResult & { state: 'done' | 'parked'; triedAt: Date },
  ): Promise<void> {
    const ended = { ...result, chain: '', claimedUntil: null }
    await updateRows(repositoryOf(tx, webhookDeliveries), { companyId, id }, ended)
  }
}
