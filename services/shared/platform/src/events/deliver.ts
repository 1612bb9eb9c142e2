import type { Delivery, Subscription } from '@balcao/kernel'

import { companyUse } from '../telemetry/company-use'
import { counter, histogram } from '../telemetry/metrics'
import { consumerSpan } from '../telemetry/tracing'

const handled = counter('balcao_events_handled_total', 'Events that a group has handled')
const failures = counter('balcao_event_failures_total', 'Tries of a group that failed, parked or tried again')
const handleMs = histogram('balcao_event_handle_ms', 'One try of a group’s handler')

/** One try. Its span continues the trace of the transaction that wrote the event, on every transport. */
export async function deliver(subscription: Subscription, delivery: Delivery): Promise<void> {
  const { group } = subscription
  const { event, attempt } = delivery
  const startedAtMs = performance.now()
  try {
    const attributes = { 'event.case': event.body.$case, attempt }
    await consumerSpan(`consume ${group}`, event, attributes, () => subscription.handle(delivery))
    handled.add(1, { group })
  } catch (error) {
    failures.add(1, { group })
    throw error
  } finally {
    const ms = performance.now() - startedAtMs
    handleMs.record(ms, { group })
    companyUse.add('events', event.companyId, ms)
  }
}
