import { MINUTE, SECOND, type Primary } from '@balcao/kernel'

import { CloudDriver } from '../adapters/whatsapp/cloud/cloud-driver'
import { cloudTimes } from '../adapters/whatsapp/cloud/cloud-session'
import { openCredentials } from '../features/cloud-accounts'
import { processDueEvents, type ProcessDeps } from '../features/network-events'
import { signals } from '../signals'
import { WorkLoop } from '../work-loop'
import { nudgeOutbound, type GatewayParts } from './parts'
import { supervisorDeps } from './sessions'
import type { GatewayTuning } from './tuning'

/* A webhook wakes this process at once. */
const POLL_MS = 5 * SECOND
/* Where no other process can have received one. */
const ALONE_POLL_MS = MINUTE

/** The driver of the official API. */
export function addCloudDriver(parts: GatewayParts, tuning: GatewayTuning): void {
  const { ports, stores, sealer, graph, drivers } = parts
  if (drivers.has('cloud')) return
  const driver = new CloudDriver({
    client: graph,
    findCredentials: async (companyId, connectionId) => {
      const account = await ports.db.withTenant(companyId, (tx) =>
        stores.cloudAccounts.find(tx, companyId, connectionId),
      )
      return account && openCredentials(sealer, account)
    },
    times: { ...cloudTimes, ...tuning.cloudTimes },
    clock: ports.clock,
  })
  drivers.set('cloud', driver)
}

export const networkEventDeps = (parts: GatewayParts, tuning: GatewayTuning): ProcessDeps => ({
  ...supervisorDeps(parts, tuning),
  networkEvents: parts.stores.networkEvents,
  nudgeFollowUps: ({ connectionId }) => nudgeOutbound(parts, connectionId),
  nudgeOutbound: ({ connectionId }) => nudgeOutbound(parts, connectionId),
  onProcessed: signals.networkEventProcessed,
  onFailed: signals.networkEventFailed,
})

/* @returns in how many milliseconds an event is tried again, a minute at most */
async function findNextTry({ db, clock, networkEvents }: ProcessDeps): Promise<number> {
  const before = new Date(clock.now().getTime() + ALONE_POLL_MS)
  // Platform scope: events of every company.
  const dueAt = await db.asPlatform((tx) => networkEvents.findNextDue(tx, before))
  return dueAt ? Math.max(SECOND, dueAt.getTime() - clock.now().getTime()) : ALONE_POLL_MS
}

/* For the companies of one primary. */
function startWorkerOn(
  { db, leases }: Primary,
  parts: GatewayParts,
  tuning: GatewayTuning,
): { worker: WorkLoop; stop(): Promise<void> } {
  const deps = { ...networkEventDeps(parts, tuning), db, leases }
  const pollMs = tuning.pollMs ?? POLL_MS
  const isAlone = leases.isOnlyWriter && tuning.pollMs === undefined
  const ending = new AbortController()
  const worker = new WorkLoop(
    async () => {
      await processDueEvents(deps, ending.signal)
      return isAlone ? findNextTry(deps) : pollMs
    },
    (error) => {
      signals.eventWorkerFailed(error)
      return pollMs
    },
  )
  worker.nudge()
  return {
    worker,
    stop: () => {
      ending.abort()
      return worker.stop()
    },
  }
}

/** Processes what webhooks bring, until it is stopped. The poll finds what other processes received and did not finish. */
export function startEventWorkers(
  parts: GatewayParts,
  tuning: GatewayTuning,
): { nudge(): void; stop(): Promise<void> } {
  const all = parts.ports.primaries.map((primary) => startWorkerOn(primary, parts, tuning))
  return {
    nudge: () => all.forEach(({ worker }) => worker.nudge()),
    stop: async () => void (await Promise.all(all.map((one) => one.stop()))),
  }
}
