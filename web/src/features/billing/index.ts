export { MediaUsage } from './media-usage'
export { InvoicesPage } from './invoices-page'
export { SimulatedPixPage } from './simulated-pix-page'
export { UnsettledPayments } from './unsettled-notice'
