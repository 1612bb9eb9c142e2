import {
  recurrenceMonths,
  toRecurrence,
  toSaoPauloDay,
  type CompanyId,
  type InvoiceView,
  type PlanId,
  type Recurrence,
} from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent, type InvoiceSnapshot } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import type { Company } from '../companies'
import type { Plan } from '../plans'

export type InvoiceStatus = 'open' | 'paid' | 'canceled'

/** What a checkout chose for an invoice instead of what its company has. */
export interface ChosenTerms {
  planId: PlanId
  recurrence: Recurrence
  /** Part of the price: what the days that were paid already cost more on this plan. */
  differenceCents: number
}

export interface Invoice {
  id: number
  companyId: CompanyId
  detail: string
  valueCents: number
  /** What its payment adds to the due date. */
  months: number
  /** Null: the company's own plan and recurrence. */
  chosen: ChosenTerms | null
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
 * @param plan the chosen one, or the company's own
 */
export function buildInvoice(
  company: Company,
  plan: Plan,
  chosen: ChosenTerms | null,
  now: Date,
): NewInvoice | undefined {
  if (!company.dueAt || plan.valueCents === 0) return undefined
  const months = recurrenceMonths[chosen?.recurrence ?? toRecurrence(company.recurrence)]
  return {
    companyId: company.id,
    detail: plan.name,
    valueCents: plan.valueCents * months + (chosen?.differenceCents ?? 0),
    months,
    chosen,
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
  deskEvent(stamp, orderingKeys.company(invoice.companyId), 'invoiceChanged', {
    invoice: toInvoiceSnapshot(invoice),
  })

/** Asks auth, which owns due date and plan, to move the one and give the other. Appended once for each invoice. */
export const invoicePaid = (stamp: Stamp, invoice: Invoice): DeskEvent =>
  deskEvent(stamp, orderingKeys.company(invoice.companyId), 'invoicePaid', {
    invoiceId: invoice.id,
    months: invoice.months,
    planId: invoice.chosen?.planId ?? 0,
    recurrence: invoice.chosen?.recurrence ?? '',
  })
