import type { ServicePorts, Tx } from '@balcao/kernel'

import { recordReports, type ReportDeps } from '../delivery-reports'
import { outboundEvents } from './outbound-events'
import { toAck } from './outbound-state'
import type { OutboundRow } from './outbound.store'

export interface AnnounceDeps extends ReportDeps, Pick<ServicePorts, 'events'> {}

/** Appends the events of rows that changed their state, and reports those of the send API to the webhooks of their connection. */
export async function announceOutbound(
  deps: AnnounceDeps,
  tx: Tx,
  rows: readonly OutboundRow[],
): Promise<void> {
  await deps.events.append(
    tx,
    rows.flatMap((row) => outboundEvents(deps, row)),
  )
  const reported = rows.filter(({ byApi, operation }) => byApi && operation === 'send')
  await recordReports(
    deps,
    tx,
    reported.map((row) => ({ ...row, ack: toAck(row.state) })),
  )
}
