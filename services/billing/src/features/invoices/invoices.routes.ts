import { listInvoices } from '@balcao/contracts'
import { PAGE_SIZES, type Database } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import { toInvoiceView } from './invoice'
import type { InvoiceStore } from './invoice.store'

/* Without a page all of them, as the answer has no count: at most 5,000. */
const chooseRange = (page: number | undefined): { limit: number; offset: number } =>
  page === undefined
    ? { limit: PAGE_SIZES.all, offset: 0 }
    : { limit: PAGE_SIZES.other, offset: (page - 1) * PAGE_SIZES.other }

export function invoicesRoutes(
  edge: HttpEdge,
  { db, invoices }: { db: Database; invoices: InvoiceStore },
): void {
  edge.route(listInvoices, async ({ session: { companyId }, query }) => {
    const search = { words: query.searchParam, ...chooseRange(query.pageNumber) }
    const found = await db.withTenant(companyId, (tx) => invoices.list(tx, companyId, search))
    return found.map(toInvoiceView)
  })
}
