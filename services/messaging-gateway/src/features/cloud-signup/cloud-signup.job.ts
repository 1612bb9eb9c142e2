import { MINUTE, type Job, type ServicePorts } from '@balcao/kernel'

import { SIGNUP_KEPT_MS } from './cloud-signup'
import type { CloudSignupStore } from './cloud-signup.store'

/** Deletes sign-ups that can no longer be gone on with, and their tokens with them. */
export const sweepSignupsJob = ({
  db,
  clock,
  cloudSignups,
}: Pick<ServicePorts, 'db' | 'clock'> & { cloudSignups: CloudSignupStore }): Job => ({
  name: 'messaging-gateway.sweep-signups',
  everyMs: 10 * MINUTE,
  run: async () => {
    const before = new Date(clock.now().getTime() - SIGNUP_KEPT_MS)
    // Platform scope: sign-ups of every company.
    await db.asPlatform((tx) => cloudSignups.sweep(tx, before))
  },
})
