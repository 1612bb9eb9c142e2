import { runClaimed } from '@balcao/platform'

import type { NetworkEvent } from './network-event'
import { CLAIM_MS, processNetworkEvent, type ProcessDeps } from './process-network-event'

/* At once of a process, and of one company in all processes: a slow file holds up its own company only. */
const AT_ONCE = 16
const PER_COMPANY = 8

function claim(deps: ProcessDeps, limit: number): Promise<NetworkEvent[]> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  // Platform scope: events of every company.
  return deps.db.asPlatform((tx) =>
    deps.networkEvents.claim(tx, { now, until, limit, perCompany: PER_COMPANY }),
  )
}

/** Processes everything that is due. */
export const processDueEvents = (deps: ProcessDeps, signal: AbortSignal): Promise<void> =>
  runClaimed(
    {
      atOnce: AT_ONCE,
      claim: (limit) => claim(deps, limit),
      run: (event) => processNetworkEvent(deps, event),
    },
    signal,
  )
