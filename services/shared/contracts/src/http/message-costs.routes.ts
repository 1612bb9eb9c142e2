import type { messageCostsQuery, priceListBody } from './message-costs.http'
import { type Sent, route } from './route'

/** What messages are grouped by. A market is a calling code: Meta's prices are by the code of the customer's number. */
export const messageCostGroups = [
  'category',
  'market',
  'connection',
  'queue',
  'agent',
  'campaign',
  'ticket',
] as const
export type MessageCostGroup = (typeof messageCostGroups)[number]

export interface CostSums {
  /** Delivered messages that WhatsApp says it charges. */
  charged: number
  /** Delivered messages that it says are free. */
  free: number
  /** Charged messages without a price in the company's list: their cost is not in `costMicros`. */
  unpriced: number
  /** By the company's own list, in millionths of its currency. */
  costMicros: number
}

export interface CostTimeView extends CostSums {
  /** `2026-11-22`; `2026-11` in periods of more than 62 days. */
  at: string
}

export interface CostGroupView extends CostSums {
  /** Id, category or calling code; '' for messages without one. */
  key: string
  /** Of a connection, queue, agent, or the contact of a ticket; null for others and for what was deleted. */
  name: string | null
}

export interface MessageCostsView {
  /** ISO 4217. */
  currency: string
  totals: CostSums
  times: CostTimeView[]
  /** The 100 with the most charged messages, those first. */
  groups: CostGroupView[]
  /** How many groups there are. */
  groupCount: number
}

export interface PriceView {
  /** Meta's word, as `marketing`. */
  category: string
  /** '' for all markets without a price of their own. */
  callingCode: string
  /** Millionths of the currency. */
  micros: number
}

export interface PriceList {
  /** ISO 4217. */
  currency: string
  prices: PriceView[]
  /** What the messages of a month may cost, in millionths of the currency; null: no budget. */
  monthlyBudgetMicros: number | null
}

export interface MessageBudgetView {
  /** The present month in the company's time zone: `2026-11`. */
  month: string
  /** ISO 4217. */
  currency: string
  /** Millionths of the currency; null: the company has no budget. */
  budgetMicros: number | null
  /** What the month's delivered messages cost by the company's own prices. It may pass the budget: WhatsApp tells a price after delivery. */
  spentMicros: number
  /** Charged messages of the month without a price: their cost is not in `spentMicros`. */
  unpriced: number
}

export const messageCostRoutes = {
  readMessageCosts: route('get', '/dashboard/message-costs').with<{
    query: Sent<typeof messageCostsQuery>
    answer: MessageCostsView
  }>(),
  readMessageBudget: route('get', '/dashboard/message-budget').with<{ answer: MessageBudgetView }>(),
  readPriceList: route('get', '/message-prices').with<{ answer: PriceList }>(),
  savePriceList: route('put', '/message-prices').with<{
    body: Sent<typeof priceListBody>
    answer: PriceList
  }>(),
}
