import type { CompanyId, ConnectionId } from '@balcao/contracts'
import {
  AppError,
  readPage,
  type CountedPage,
  type OutgoingHttp,
  type Sealer,
  type ServicePorts,
  type Tx,
} from '@balcao/kernel'

import { readConnection, type ConnectionStore } from '../connections'
import { MOST_WEBHOOKS, sealPurpose, type DeadReport, type DeliveryWebhook } from './delivery-report'
import type { DeliveryReportStore, ReportCounts } from './delivery-report.store'

export interface WebhookDeps extends Pick<ServicePorts, 'db' | 'clock' | 'ids'> {
  connections: ConnectionStore
  reports: DeliveryReportStore
  webhookHttp: OutgoingHttp
  sealer: Sealer
}

export interface CountedWebhook extends ReportCounts {
  webhook: DeliveryWebhook
}

const SECRET_BYTES = 32

/* A transaction of an existing connection of the company. @throws {AppError} ERR_NO_WAPP_FOUND */
const withConnection = <T>(
  deps: WebhookDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  deps.db.withTenant(companyId, async (tx) => {
    await readConnection(deps.connections, tx, companyId, connectionId)
    return work(tx)
  })

/** The webhooks of a connection, oldest first. @throws {AppError} ERR_NO_WAPP_FOUND */
export const listWebhooks = (
  deps: WebhookDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<CountedWebhook[]> =>
  withConnection(deps, companyId, connectionId, async (tx) => {
    const counts = await deps.reports.countReports(tx, companyId, connectionId)
    const webhooks = await deps.reports.listWebhooks(tx, companyId, connectionId)
    return webhooks.map((webhook) => ({ webhook, waiting: 0, dead: 0, ...counts.get(webhook.id) }))
  })

/**
 * A new webhook, with the secret that signs its calls: it cannot be read again. A name that resolves to a private address passes
 * here and is refused at every call.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_URL_NOT_ALLOWED, ERR_WEBHOOK_LIMIT
 */
export async function createWebhook(
  deps: WebhookDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
  url: string,
): Promise<{ webhook: DeliveryWebhook; secret: string }> {
  deps.webhookHttp.check(url)
  const secret = deps.ids.token(SECRET_BYTES)
  const webhook = await deps.db.withTenant(companyId, async (tx) => {
    // Locked: two requests at once do not pass the limit.
    await deps.connections.lock(tx, companyId, connectionId)
    const others = await deps.reports.listWebhooks(tx, companyId, connectionId)
    if (others.length >= MOST_WEBHOOKS) throw new AppError('ERR_WEBHOOK_LIMIT')
    const sealedSecret = deps.sealer.seal(secret, sealPurpose(companyId))
    const createdAt = deps.clock.now()
    return deps.reports.insertWebhook(tx, { companyId, connectionId, url, sealedSecret, createdAt })
  })
  return { webhook, secret }
}

/** Deletes it with what waits for it. @throws {AppError} ERR_NO_WAPP_FOUND, ERR_NO_WEBHOOK_FOUND */
export const deleteWebhook = (
  deps: WebhookDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
  id: number,
): Promise<void> =>
  withConnection(deps, companyId, connectionId, async (tx) => {
    if (!(await deps.reports.deleteWebhook(tx, companyId, connectionId, id)))
      throw new AppError('ERR_NO_WEBHOOK_FOUND')
  })

/** 20 a page, newest first. @throws {AppError} ERR_NO_WAPP_FOUND */
export function listDeadReports(
  deps: WebhookDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
  pageNumber: number,
): Promise<CountedPage<DeadReport>> {
  return readPage({ pageNumber }, (slice) =>
    withConnection(deps, companyId, connectionId, (tx) =>
      deps.reports.pageDead(tx, companyId, connectionId, slice),
    ),
  )
}

/** Dead reports are sent again, for three days more: one, or all of the connection. How many. @throws {AppError} ERR_NO_WAPP_FOUND */
export const replayReports = (
  deps: WebhookDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
  id: string | undefined,
): Promise<number> =>
  withConnection(deps, companyId, connectionId, (tx) =>
    deps.reports.replay(tx, companyId, connectionId, { id, now: deps.clock.now() }),
  )
