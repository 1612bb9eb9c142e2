import {
  recurrenceMonths,
  toRecurrence,
  toSaoPauloDay,
  type CompanyId,
  type InvoiceView,
} from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent, type InvoiceSnapshot } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import type { Company } from '../companies'
import type { Plan } from '../plans'

export type InvoiceStatus = 'open' | 'paid' | 'canceled'

export interface Invoice {
  id: number
  companyId: CompanyId
  detail: string
  valueCents: number
  /** What its payment adds to the due date. */
  months: number
  dueAt: Date
  /** The due date's day in São Paulo, `YYYY-MM-DD`: a company has one invoice for each. */
  dueOn: string
  status: InvoiceStatus
  paidAt: Date | null
  createdAt: Date
}

export type NewInvoice = Omit<Invoice, 'id' | 'status' | 'paidAt'>

/** Invoices are made this long before the due date. */
export const AHEAD_DAYS = 20

/**
 * The invoice for the company's due date: the plan's monthly price for each month of the recurrence. Undefined without a due date,
 * and for a plan without price.
 */
export function buildInvoice(company: Company, plan: Plan, now: Date): NewInvoice | undefined {
  if (!company.dueAt || plan.valueCents === 0) return undefined
  const months = recurrenceMonths[toRecurrence(company.recurrence)]
  return {
    companyId: company.id,
    detail: plan.name,
    valueCents: plan.valueCents * months,
    months,
    dueAt: company.dueAt,
    dueOn: toSaoPauloDay(company.dueAt),
    createdAt: now,
  }
}

export const toInvoiceView = (invoice: Invoice): InvoiceView => ({
  id: invoice.id,
  companyId: invoice.companyId,
  detail: invoice.detail,
  value: invoice.valueCents / 100,
  dueDate: invoice.dueAt.toISOString(),
  status: invoice.status === 'paid' ? 'paid' : 'open',
  createdAt: invoice.createdAt.toISOString(),
})

export const toInvoiceSnapshot = (invoice: Invoice): InvoiceSnapshot => ({
  id: invoice.id,
  detail: invoice.detail,
  valueCents: invoice.valueCents,
  dueAt: invoice.dueAt,
  status: invoice.status,
  createdAt: invoice.createdAt,
})

interface Stamp {
  ids: Ids
  clock: Clock
}

/** The event with the invoice's present state. */
export const invoiceChanged = (stamp: Stamp, invoice: Invoice): DeskEvent =>
  deskEvent(stamp, invoice.companyId, orderingKeys.company(invoice.companyId), 'invoiceChanged', {
    invoice: toInvoiceSnapshot(invoice),
  })

/** Asks auth, which owns the due date, to move it. Appended once for each invoice. */
export const invoicePaid = (stamp: Stamp, invoice: Invoice): DeskEvent =>
  deskEvent(stamp, invoice.companyId, orderingKeys.company(invoice.companyId), 'invoicePaid', {
    invoiceId: invoice.id,
    months: invoice.months,
  })
