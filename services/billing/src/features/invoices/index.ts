export { invoiceChanged, invoicePaid, toInvoiceView, type ChosenTerms, type Invoice } from './invoice'
export type { InvoiceStore } from './invoice.store'
export { putInvoice, type MakeInvoicesDeps } from './make-invoices'
