import type { listInvoicesQuery, subscriptionBody } from './invoices.http'
import type { Recurrence } from '../rules/recurrence'
import type { PlanLimit, PlanView } from './plans.routes'
import { type Sent, route } from './route'

export interface InvoiceView {
  id: number
  companyId: number
  detail: string
  /** In reais, two decimals. */
  value: number
  /** ISO-8601. */
  dueDate: string
  status: 'open' | 'paid'
  createdAt: string
}

/** Who pays, as the checkout asked last. */
export interface PayerView {
  firstName: string
  address2: string
  district: string
  city: string
  state: string
  zipcode: string
  country: string
  /** CPF or CNPJ without punctuation; '' where it was not asked for. */
  taxId: string
}

export const paymentProviders = ['efi', 'asaas', 'simulated'] as const
export type PaymentProviderName = (typeof paymentProviders)[number]

/** `underpaid`: less than its invoice asks. `surplus`: more, or a second time. `refunded`: after it had paid its invoice. */
export type UnsettledReason = 'underpaid' | 'surplus' | 'refunded'

/** A payment that does not agree with its invoice: a person has to decide. */
export interface UnsettledPaymentView {
  txid: string
  invoiceId: number
  reason: UnsettledReason
  /** What pays no invoice, or was refunded; in reais. */
  value: number
  /** When its charge was made, ISO-8601. */
  createdAt: string
}

export interface ManagedUnsettledPaymentView extends UnsettledPaymentView {
  companyId: number
  /** '' when the company was deleted. */
  companyName: string
}

export interface MediaUsageView {
  usedBytes: number
  /** 0 without limit. */
  allowedBytes: number
  /** False while files that were stored before the account was opened are being counted. */
  isCounted: boolean
  /** A file was refused within ten minutes, and there is still no space for it. Files that wait are tried every five. */
  isFull: boolean
}

export interface SubscriptionView {
  /** Null until the first checkout. */
  payer: PayerView | null
  /** The invoice for the present due date while it is not paid. */
  invoice: InvoiceView | null
  /** Null: this installation takes no payments. */
  provider: PaymentProviderName | null
  /** The provider takes payments from Brazil with a CPF or CNPJ only. */
  needsTaxId: boolean
  recurrence: Recurrence
  /** The company's payments that do not agree with their invoices, newest first. */
  unsettled: UnsettledPaymentView[]
}

/** A plan that a checkout can choose, and what it charges for it now. */
export interface PlanOfferView {
  plan: PlanView
  /** The plan that the company has. */
  isPresent: boolean
  /** What the company uses more of than this plan allows: it cannot be chosen. */
  exceeded: PlanLimit[]
  /** Of the prices: what the days that are paid already cost more on this plan, in reais. */
  difference: number
  /** In reais, by recurrence. */
  prices: Record<Recurrence, number>
}

export interface OffersView {
  /** By price and name. */
  offers: PlanOfferView[]
  /** What the invoice for the present due date is for. */
  chosen: { planId: number; recurrence: Recurrence }
  usage: Record<PlanLimit, number>
}

/** A Pix charge, with the field names of the Pix API. */
export interface PixChargeView {
  txid: string
  invoiceId: number
  provider: PaymentProviderName
  /** `30.00` */
  valor: { original: string }
  /** `criacao` is ISO-8601, `expiracao` in seconds from then. */
  calendario: { criacao: string; expiracao: number }
  /** The copy-and-paste code, which is also the QR code's content. */
  qrcode: { qrcode: string }
}

export interface SimulatedChargeView {
  txid: string
  value: number
  copyPaste: string
  isPaid: boolean
}

export const invoiceRoutes = {
  listInvoices: route('get', '/invoices/all').with<{
    query: Sent<typeof listInvoicesQuery>
    answer: InvoiceView[]
  }>(),
  getSubscription: route('get', '/subscription').with<{ answer: SubscriptionView }>(),
  getMediaUsage: route('get', '/subscription/media-usage').with<{ answer: MediaUsageView }>(),
  listOffers: route('get', '/subscription/offers').with<{ answer: OffersView }>(),
  createSubscription: route('post', '/subscription').with<{
    body: Sent<typeof subscriptionBody>
    answer: PixChargeView
  }>(),
  listUnsettledPayments: route('get', '/subscription/unsettled').with<{
    answer: ManagedUnsettledPaymentView[]
  }>(),
  resolveUnsettledPayment: route('post', '/subscription/unsettled/:txid/resolve').with<{
    answer: { message: string }
  }>(),
  receivePayment: route('post', '/subscription/webhook/:provider').with<{ answer: { ok: true } }>(),
  /** Efí appends `/pix` to the address that it was given. */
  receivePix: route('post', '/subscription/webhook/:provider/pix').with<{ answer: { ok: true } }>(),
  getSimulatedCharge: route('get', '/subscription/simulated/:txid').with<{ answer: SimulatedChargeView }>(),
  paySimulatedCharge: route('post', '/subscription/simulated/:txid/pay').with<{
    answer: SimulatedChargeView
  }>(),
}
