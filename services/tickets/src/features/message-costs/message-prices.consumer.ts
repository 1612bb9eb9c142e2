import { isCase } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import { PRICES_GROUP, recordMessagePrice, type RecordPriceDeps } from './record-message-price'

/** What the official API says of the prices of our messages. */
export const messagePricesConsumer = (deps: RecordPriceDeps): Subscription => ({
  group: PRICES_GROUP,
  topic: 'messaging',
  cases: ['messagePriced'],
  handle: async ({ event }) => {
    if (isCase(event, 'messagePriced')) await recordMessagePrice(deps, event, event.body.value)
  },
})
