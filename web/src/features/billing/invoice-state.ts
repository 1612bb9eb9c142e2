import { countDaysUntil, type InvoiceView } from '@balcao/contracts'

export type InvoiceState = 'paid' | 'overdue' | 'open'

/** Overdue from the day after the due date. */
export function readInvoiceState({ status, dueDate }: InvoiceView, now: Date): InvoiceState {
  if (status === 'paid') return 'paid'
  return countDaysUntil(new Date(dueDate), now) < 0 ? 'overdue' : 'open'
}
