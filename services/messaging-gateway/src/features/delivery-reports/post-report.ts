import {
  nextWebhookTry,
  postWebhook,
  signWebhook,
  type OutgoingHttp,
  type Sealer,
  type ServicePorts,
  type WebhookOutcome,
} from '@balcao/kernel'

import { buildReportBody, sealPurpose, type DeliveryReport, type DeliveryWebhook } from './delivery-report'
import type { DeliveryReportStore } from './delivery-report.store'

export interface PostDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  reports: DeliveryReportStore
  webhookHttp: OutgoingHttp
  sealer: Sealer
  onReported(report: DeliveryReport): void
  /** `isOver`: it was given up. */
  onReportFailed(report: DeliveryReport, reason: string, isOver: boolean): void
}

type Failure = Pick<WebhookOutcome, 'error' | 'mayRetry'>

/* Posts a report and says what became of it. */
async function post(
  deps: PostDeps,
  { url, sealedSecret, companyId }: DeliveryWebhook,
  report: DeliveryReport,
): Promise<Failure> {
  const secret = deps.sealer.open(sealedSecret, sealPurpose(companyId))
  if (secret === undefined) return { error: 'GATEWAY_SEAL_KEY does not open the secret', mayRetry: true }
  const body = JSON.stringify(buildReportBody(report))
  const signature = signWebhook(secret, body, deps.clock.now())
  return postWebhook(deps.webhookHttp, { url, id: report.id, body, signature })
}

async function handleFailure(
  deps: PostDeps,
  report: DeliveryReport,
  { error: reason, mayRetry }: Failure,
): Promise<void> {
  const now = deps.clock.now()
  const next = mayRetry ? nextWebhookTry(report, now) : undefined
  await deps.db.withTenant(report.companyId, (tx) =>
    next ? deps.reports.postpone(tx, report, next, reason) : deps.reports.bury(tx, report, reason, now),
  )
  deps.onReportFailed(report, reason, !next)
}

/**
 * Posts a claimed report, outside of any transaction, and deletes it once the receiver has taken it. After a kill in between it is
 * posted again under the same id.
 */
export async function postReport(deps: PostDeps, report: DeliveryReport): Promise<void> {
  const { companyId, webhookId } = report
  const webhook = await deps.db.withTenant(companyId, (tx) =>
    deps.reports.findWebhook(tx, companyId, webhookId),
  )
  // Its reports went with it.
  if (!webhook) return
  const outcome = await post(deps, webhook, report)
  if (outcome.error !== '') return handleFailure(deps, report, outcome)
  await deps.db.withTenant(companyId, (tx) => deps.reports.delete(tx, report))
  deps.onReported(report)
}
