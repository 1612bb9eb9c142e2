export { InvoicesPage } from './invoices-page'
export { SimulatedPixPage } from './simulated-pix-page'
export { SubscriptionPage } from './subscription-page'
export { UnsettledPayments } from './unsettled-notice'
