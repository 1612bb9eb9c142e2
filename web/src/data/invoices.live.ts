import { applyInvoice, invoicesApi, subscriptionTag } from './invoices.api'
import { onFeed, type FeedContext } from './live/handlers'

onFeed('invoice', (event, { dispatch }: FeedContext) => {
  dispatch(
    invoicesApi.util.updateQueryData('listInvoices', undefined, (invoices) => applyInvoice(invoices, event)),
  )
  dispatch(invoicesApi.util.invalidateTags([subscriptionTag]))
})
