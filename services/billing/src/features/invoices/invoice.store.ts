import type { CompanyId } from '@balcao/contracts'
import type { DuePage, Tx } from '@balcao/kernel'

import type { ChosenTerms, Invoice, NewInvoice } from './invoice'

export type { ChosenTerms, Invoice, NewInvoice }

export interface InvoiceSearch {
  /** Part of the detail in any case, or an id. */
  words: string
  limit: number
  offset: number
}

export interface InvoiceStore {
  /** Open and paid ones by id. */
  list(tx: Tx, companyId: CompanyId, search: InvoiceSearch): Promise<Invoice[]>
  /** The one that has to be paid first. */
  findOpen(tx: Tx, companyId: CompanyId): Promise<Invoice | undefined>
  find(tx: Tx, companyId: CompanyId, id: number): Promise<Invoice | undefined>
  lock(tx: Tx, companyId: CompanyId, id: number): Promise<Invoice | undefined>
  /**
   * The company's invoice of this day: made, opened again when it was canceled, or repriced while it is open. Undefined when nothing
   * had to change. Two at once make one.
   */
  put(tx: Tx, invoice: NewInvoice): Promise<Invoice | undefined>
  /** Open invoices are for what their company has, again. */
  dropChosenTerms(tx: Tx, companyId: CompanyId): Promise<void>
  findByDay(tx: Tx, companyId: CompanyId, dueOn: string): Promise<Invoice | undefined>
  /** Cancels open invoices of earlier days: the due date was moved without them. */
  cancelBefore(tx: Tx, companyId: CompanyId, dueOn: string): Promise<Invoice[]>
  /** Cancels every open invoice. */
  cancelAll(tx: Tx, companyId: CompanyId): Promise<void>
  /** Marks an open one as paid and returns it; undefined when it is not open. */
  markPaid(tx: Tx, companyId: CompanyId, id: number, now: Date): Promise<Invoice | undefined>
  /** Active companies whose invoices are not as they should be: due before `until` without one, another price, or an outdated one. Platform scope. */
  listBehind(tx: Tx, until: Date, page: DuePage<CompanyId>): Promise<CompanyId[]>
}
