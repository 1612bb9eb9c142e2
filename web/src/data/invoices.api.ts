import { invoiceRoutes, type InvoiceEvent, type InvoiceView, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export type CheckoutForm = SentBody<typeof invoiceRoutes.createSubscription>

/** The invoices after one of them changed, by id. */
export const applyInvoice = (invoices: readonly InvoiceView[], event: InvoiceEvent): InvoiceView[] => {
  const id = event.action === 'delete' ? event.id : event.invoice.id
  const others = invoices.filter((invoice) => invoice.id !== id)
  return event.action === 'delete'
    ? others
    : [...others, event.invoice].sort((one, other) => one.id - other.id)
}

/** What a checkout needs and payments that settled nothing: read again when an invoice changes. */
export const subscriptionTag = { type: 'invoices', id: 'subscription' } as const

export const invoicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listInvoices: build.query({
      ...endpoint(invoiceRoutes.listInvoices, (_arg: void) => ({})),
      providesTags: ['invoices'],
    }),
    /** Bytes of the company's media. */
    getMediaUsage: build.query({ ...endpoint(invoiceRoutes.getMediaUsage) }),
    /** Who paid last, the invoice to pay, and whether payments are taken at all. */
    getSubscription: build.query({
      ...endpoint(invoiceRoutes.getSubscription),
      providesTags: [subscriptionTag],
    }),
    /** The plans that a checkout can choose, with their prices now. */
    listOffers: build.query({
      ...endpoint(invoiceRoutes.listOffers),
      providesTags: [subscriptionTag],
    }),
    /** Of every company, for super users. */
    listUnsettledPayments: build.query({
      ...endpoint(invoiceRoutes.listUnsettledPayments),
      providesTags: [subscriptionTag],
    }),
    resolveUnsettledPayment: build.mutation({
      ...endpoint(invoiceRoutes.resolveUnsettledPayment, (txid: string) => ({ path: { txid } })),
      invalidatesTags: [subscriptionTag],
    }),
    startCheckout: build.mutation({
      ...endpoint(invoiceRoutes.createSubscription, (body: CheckoutForm) => ({ body })),
      invalidatesTags: ['invoices'],
    }),
    getSimulatedCharge: build.query({
      ...endpoint(invoiceRoutes.getSimulatedCharge, (txid: string) => ({ path: { txid } })),
      keepUnusedDataFor: 0,
      providesTags: ['invoices'],
    }),
    paySimulatedCharge: build.mutation({
      ...endpoint(invoiceRoutes.paySimulatedCharge, (txid: string) => ({ path: { txid } })),
      invalidatesTags: ['invoices'],
    }),
  }),
})

export const {
  useGetMediaUsageQuery,
  useGetSimulatedChargeQuery,
  useGetSubscriptionQuery,
  useListInvoicesQuery,
  useListOffersQuery,
  useListUnsettledPaymentsQuery,
  usePaySimulatedChargeMutation,
  useResolveUnsettledPaymentMutation,
  useStartCheckoutMutation,
} = invoicesApi
