import { isCase } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import type { PaymentDeps } from './payment-deps'
import { checkCharge } from './check-charge'

/** Asks about reported charges. Claims nothing: settling a charge is idempotent by itself. */
export const chargesConsumer = (deps: PaymentDeps): Subscription => ({
  group: 'billing.charges',
  topic: 'billing',
  cases: ['chargeReported'],
  handle: async ({ event }) => {
    if (isCase(event, 'chargeReported')) await checkCharge(deps, event.companyId, event.body.value.txid)
  },
})
