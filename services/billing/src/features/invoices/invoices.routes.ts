import { listInvoices } from '@balcao/contracts'
import type { Database } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import { toInvoiceView } from './invoice'
import type { InvoiceStore } from './invoice.store'

export function invoicesRoutes(
  edge: HttpEdge,
  { db, invoices }: { db: Database; invoices: InvoiceStore },
): void {
  edge.route(listInvoices, async ({ session: { companyId } }) => {
    const all = await db.withTenant(companyId, (tx) => invoices.list(tx, companyId))
    return all.map(toInvoiceView)
  })
}
