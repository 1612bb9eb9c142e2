import { AppError, signWebhook, type OutgoingHttp, type Sealer, type ServicePorts } from '@balcao/kernel'

import {
  buildReportBody,
  nextTryAt,
  sealPurpose,
  type DeliveryReport,
  type DeliveryWebhook,
} from './delivery-report'
import type { DeliveryReportStore } from './delivery-report.store'

export interface PostDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  reports: DeliveryReportStore
  webhookHttp: OutgoingHttp
  sealer: Sealer
  onReported(report: DeliveryReport): void
  /** `isOver`: it was given up. */
  onReportFailed(report: DeliveryReport, reason: string, isOver: boolean): void
}

interface Failure {
  reason: string
  mayRetry: boolean
}

/* An address that is refused stays refused; everything else may be mended by the receiver. */
const toFailure = (error: unknown): Failure => {
  if (!(error instanceof AppError)) throw error
  return { reason: error.code, mayRetry: error.code !== 'ERR_URL_NOT_ALLOWED' }
}

/* Undefined once the receiver has answered 2xx. What else it answers is not read. */
async function post(
  deps: PostDeps,
  { url, sealedSecret, companyId }: DeliveryWebhook,
  report: DeliveryReport,
): Promise<Failure | undefined> {
  const secret = deps.sealer.open(sealedSecret, sealPurpose(companyId))
  if (secret === undefined) return { reason: 'GATEWAY_SEAL_KEY does not open the secret', mayRetry: true }
  const body = JSON.stringify(buildReportBody(report))
  const headers = {
    'content-type': 'application/json',
    'balcao-delivery': report.id,
    'balcao-signature': signWebhook(secret, body, deps.clock.now()),
  }
  try {
    const { status, body: answer } = await deps.webhookHttp.send(url, { method: 'POST', headers, body })
    answer.on('error', () => undefined).destroy()
    return status >= 200 && status < 300 ? undefined : { reason: `HTTP ${status}`, mayRetry: true }
  } catch (error) {
    return toFailure(error)
  }
}

async function handleFailure(
  deps: PostDeps,
  report: DeliveryReport,
  { reason, mayRetry }: Failure,
): Promise<void> {
  const now = deps.clock.now()
  const next = mayRetry ? nextTryAt(report, now) : undefined
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
  const failure = await post(deps, webhook, report)
  if (failure) return handleFailure(deps, report, failure)
  await deps.db.withTenant(companyId, (tx) => deps.reports.delete(tx, report))
  deps.onReported(report)
}
