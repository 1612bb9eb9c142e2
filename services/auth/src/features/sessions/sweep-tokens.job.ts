import { DAY, HOUR, type Job } from '@balcao/kernel'

import type { SessionDeps } from './session-deps'

/* Kept a day longer than they live, so that a late thief still shows up in the log as an expired token's owner. */
const KEPT_AFTER_EXPIRY_MS = DAY

/** Forgets refresh tokens that expired. Idempotent. */
export const sweepTokensJob = (deps: Pick<SessionDeps, 'db' | 'refreshTokens' | 'clock'>): Job => ({
  name: 'auth.sweep-refresh-tokens',
  everyMs: HOUR,
  run: async () => {
    const before = new Date(deps.clock.now().getTime() - KEPT_AFTER_EXPIRY_MS)
    // Platform scope: the sweep is over all companies.
    await deps.db.asPlatform((tx) => deps.refreshTokens.sweep(tx, before))
  },
})
