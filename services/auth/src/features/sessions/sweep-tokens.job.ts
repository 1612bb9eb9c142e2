import { DAY, HOUR, type Job } from '@balcao/kernel'

import type { SessionDeps } from './session-deps'

/* Kept a day longer than they live, so that a late reuse is still logged with its owner. */
const KEPT_AFTER_EXPIRY_MS = DAY

/** Deletes expired refresh tokens. Idempotent. */
export const sweepTokensJob = (deps: Pick<SessionDeps, 'db' | 'refreshTokens' | 'clock'>): Job => ({
  name: 'auth.sweep-refresh-tokens',
  everyMs: HOUR,
  run: async () => {
    const before = new Date(deps.clock.now().getTime() - KEPT_AFTER_EXPIRY_MS)
    // Platform scope: sweeps all companies.
    await deps.db.asPlatform((tx) => deps.refreshTokens.sweep(tx, before))
  },
})
