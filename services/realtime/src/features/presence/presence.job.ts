import { SECOND, type Job } from '@balcao/kernel'

import { announceTheMissing, type PresenceDeps } from './announce-presence'
import type { PresenceWatch } from './presence-watch'

/** Longer than a presence's life of 40 s, so that after a restart everybody had time to come back. */
export const missingJob = (deps: PresenceDeps): Job => ({
  name: 'realtime.presence',
  everyMs: 45 * SECOND,
  run: () => announceTheMissing(deps),
})

export const departuresJob = (watch: PresenceWatch): Job => ({
  name: 'realtime.departures',
  everyMs: 2 * SECOND,
  runs: 'process',
  run: () => watch.tellDepartures(),
})
