import type { ServicePorts, Tx } from '@balcao/kernel'

import type { DeliveryReport } from './delivery-report'
import type { DeliveryReportStore } from './delivery-report.store'

export interface ReportDeps extends Pick<ServicePorts, 'ids' | 'clock'> {
  reports: DeliveryReportStore
}

export type Reported = Pick<DeliveryReport, 'companyId' | 'connectionId' | 'messageId' | 'ack' | 'failure'>

/**
 * Records in the caller's transaction what the webhooks of the messages' connections are to be told: each state once, whatever is
 * killed afterwards. A message that still waits has no report.
 */
export async function recordReports(deps: ReportDeps, tx: Tx, reported: readonly Reported[]): Promise<void> {
  const now = deps.clock.now()
  for (const { companyId, connectionId, messageId, ack, failure } of reported) {
    if (ack === 0) continue
    for (const webhook of await deps.reports.listWebhooks(tx, companyId, connectionId))
      await deps.reports.insert(tx, {
        id: deps.ids.next(),
        companyId,
        webhookId: webhook.id,
        connectionId,
        messageId,
        ack,
        failure,
        occurredAt: now,
        tries: 0,
        triedSince: now,
      })
  }
}
