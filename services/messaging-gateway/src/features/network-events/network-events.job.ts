import { DAY, HOUR, SECOND, type Job, type ServicePorts } from '@balcao/kernel'
import { runClaimed } from '@balcao/platform'

import type { NetworkEvent } from './network-event'
import type { NetworkEventStore } from './network-event.store'
import { processNetworkEvent, type ProcessDeps } from './process-network-event'

const DEAD_KEPT_MS = 7 * DAY

/** Deletes events that were parked a week ago. */
export const sweepNetworkEventsJob = ({
  db,
  clock,
  networkEvents,
}: Pick<ServicePorts, 'db' | 'clock'> & { networkEvents: NetworkEventStore }): Job => ({
  name: 'messaging-gateway.sweep-network-events',
  everyMs: HOUR,
  run: async () => {
    const before = new Date(clock.now().getTime() - DEAD_KEPT_MS)
    // Platform scope: parked events of every company.
    await db.asPlatform((tx) => networkEvents.sweep(tx, before))
  },
})

/* At once of a process, and of one company in all processes: a slow file holds up its own company only. */
const AT_ONCE = 16
const PER_COMPANY = 8

/*
 * A company whose events are all claimed by a process that was killed hears nothing until the claims end. Whoever lives prolongs them: the
 * download of a file takes minutes.
 */
const CLAIM_MS = 20 * SECOND
const RENEW_MS = 5 * SECOND

const computeEnd = (now: Date): Date => new Date(now.getTime() + CLAIM_MS)

async function renew(deps: ProcessDeps, running: ReadonlySet<NetworkEvent>): Promise<void> {
  if (running.size === 0) return
  // Platform scope: events of every company.
  await deps.db.asPlatform((tx) => deps.networkEvents.renew(tx, [...running], computeEnd(deps.clock.now())))
}

function claim(deps: ProcessDeps, limit: number): Promise<NetworkEvent[]> {
  const now = deps.clock.now()
  const until = computeEnd(now)
  // Platform scope: events of every company.
  return deps.db.asPlatform((tx) =>
    deps.networkEvents.claim(tx, { now, until, limit, perCompany: PER_COMPANY }),
  )
}

/** Processes everything that is due. */
export async function processDueEvents(deps: ProcessDeps, signal: AbortSignal): Promise<void> {
  const running = new Set<NetworkEvent>()
  const run = async (event: NetworkEvent) => {
    running.add(event)
    await processNetworkEvent(deps, event).finally(() => running.delete(event))
  }
  const renewal = setInterval(() => void renew(deps, running).catch(deps.onRenewalFailed), RENEW_MS)
  try {
    await runClaimed({ atOnce: AT_ONCE, claim: (limit) => claim(deps, limit), run }, signal)
  } finally {
    clearInterval(renewal)
  }
}
