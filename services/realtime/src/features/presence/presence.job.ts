import { SECOND, type Job } from '@balcao/kernel'

import { announceStaleUsers, type PresenceDeps } from './announce-presence'
import type { PresenceTracker } from './presence-tracker'

/** Longer than the presence TTL of 40 s: after a restart all users have time to reconnect. */
const PATIENCE_MS = 45 * SECOND

export function stalePresenceJob(deps: PresenceDeps): Job {
  const startedAt = deps.clock.now().getTime()
  return {
    name: 'realtime.presence',
    everyMs: PATIENCE_MS,
    run: async () => {
      if (deps.clock.now().getTime() - startedAt >= PATIENCE_MS) await announceStaleUsers(deps)
    },
  }
}

export const offlineUsersJob = (watch: PresenceTracker): Job => ({
  name: 'realtime.departures',
  everyMs: 2 * SECOND,
  runs: 'process',
  run: () => watch.announceOfflineUsers(),
})
