import { MINUTE, type Job } from '@balcao/kernel'

import { makeInvoices, type MakeInvoicesDeps } from './make-invoices'

export const invoicesJob = (deps: MakeInvoicesDeps): Job => ({
  name: 'billing.invoices',
  everyMs: MINUTE,
  run: (signal) => makeInvoices(deps, signal),
})
