import { SECOND, type Job } from '@balcao/kernel'

import type { PaymentDeps } from './payment-deps'
import { pollCharges } from './check-charge'

export const chargesJob = (deps: PaymentDeps): Job => ({
  name: 'billing.charges',
  everyMs: 30 * SECOND,
  run: (signal) => pollCharges(deps, signal),
})
