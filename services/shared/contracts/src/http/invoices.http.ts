import { recurrences } from '../rules/recurrence'
import { endpoint } from './endpoint'
import { idField, ignored, object, optionalPageNumber, searchParam, text } from './fields'
import { invoiceRoutes, paymentProviders } from './invoices.routes'

const tag = 'subscription'

export const listInvoicesQuery = object({ searchParam: searchParam(), pageNumber: optionalPageNumber() })

export const listInvoices = endpoint(invoiceRoutes.listInvoices, {
  access: 'admin',
  pastDue: true,
  query: listInvoicesQuery,
  tag,
  summary:
    'Invoices of the company by id, whose id or detail has the words; 20 a page with `pageNumber`, else all.',
})

export const getSubscription = endpoint(invoiceRoutes.getSubscription, {
  access: 'admin',
  pastDue: true,
  tag,
  summary: 'What a checkout needs: who paid last, and the invoice to pay.',
})

export const listOffers = endpoint(invoiceRoutes.listOffers, {
  access: 'admin',
  pastDue: true,
  tag,
  summary:
    'The plans that a checkout can choose, with their prices, and what the company uses of each limit.',
})

const line = () => text(200).trim()

/**
 * A checkout. The price is the server's; card fields are neither read nor kept. Without `invoiceId`: the invoice for the present due
 * date, which can be for another plan or recurrence (`planId`, `recurrence`); without them it stays for what it is. Without a payer: the one
 * of the last checkout. Who pays is checked by `findPayerFaults`.
 */
export const subscriptionBody = object({
  firstName: line(),
  address2: line(),
  district: line(),
  city: line(),
  state: line(),
  zipcode: text(20).trim(),
  country: text(20).oneOf(['BR', 'usa', '']),
  taxId: text(20).trim(),
  invoiceId: idField().nullable(),
  planId: idField(),
  recurrence: text(20).oneOf(recurrences),
  lastName: ignored(),
  useAddressForPaymentDetails: ignored(),
  nameOnCard: ignored(),
  cardNumber: ignored(),
  cvv: ignored(),
  plan: ignored(),
  price: ignored(),
  users: ignored(),
  connections: ignored(),
})

export const createSubscription = endpoint(invoiceRoutes.createSubscription, {
  access: 'admin',
  pastDue: true,
  body: subscriptionBody,
  tag,
  summary:
    'A Pix charge for an invoice; a repeat while it can be paid answers the same one. Another plan counts from its payment on.',
  errors: [
    'ERR_NO_PLAN_FOUND',
    'ERR_PLAN_TOO_FEW_USERS',
    'ERR_PLAN_TOO_FEW_CONNECTIONS',
    'ERR_PLAN_TOO_FEW_QUEUES',
    'ERR_PLAN_TOO_LITTLE_MEDIA',
    'ERR_NO_INVOICE_FOUND',
    'ERR_INVOICE_ALREADY_PAID',
    'ERR_NO_PAYMENT_PROVIDER',
    'ERR_TAX_ID_INVALID',
  ],
})

export const listUnsettledPayments = endpoint(invoiceRoutes.listUnsettledPayments, {
  access: 'super',
  tag,
  summary:
    'Payments of every company that do not agree with their invoices and about which nobody has decided, newest first; at most 500.',
})

const chargeParams = object({ txid: text(35).required() })

export const resolveUnsettledPayment = endpoint(invoiceRoutes.resolveUnsettledPayment, {
  access: 'super',
  params: chargeParams,
  tag,
  summary: 'Takes a payment off that list: it was refunded, or made good otherwise.',
  errors: ['ERR_NO_INVOICE_FOUND'],
})

const webhookChecks = {
  access: 'public',
  pastDue: true,
  params: object({ provider: text(20).oneOf(paymentProviders).required() }),
  tag,
  summary:
    'Called by the payment provider, with its secret. The charge is asked about at the provider before anything counts as paid.',
  errors: ['ERR_UNAUTHORIZED'],
} as const

export const getMediaUsage = endpoint(invoiceRoutes.getMediaUsage, {
  access: 'user',
  tag,
  summary: 'Bytes that the media of the own company take, and what its plan allows (0: no limit).',
  errors: ['ERR_NO_COMPANY_FOUND'],
})

export const receivePayment = endpoint(invoiceRoutes.receivePayment, webhookChecks)

export const receivePix = endpoint(invoiceRoutes.receivePix, webhookChecks)

export const getSimulatedCharge = endpoint(invoiceRoutes.getSimulatedCharge, {
  access: 'admin',
  pastDue: true,
  params: chargeParams,
  tag,
  summary: 'A charge of the simulated provider, which a demo pays by itself.',
  errors: ['ERR_NO_INVOICE_FOUND'],
})

export const paySimulatedCharge = endpoint(invoiceRoutes.paySimulatedCharge, {
  access: 'admin',
  pastDue: true,
  params: chargeParams,
  tag,
  summary: 'Pays a charge of the simulated provider.',
  errors: ['ERR_NO_INVOICE_FOUND'],
})
