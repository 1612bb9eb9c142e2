import { endpoint } from './endpoint'
import { array, dayText, number, object, string, text } from './fields'
import { messageCostGroups, messageCostRoutes } from './message-costs.routes'

export const messageCostsQuery = object({
  initialDate: dayText().required(),
  finalDate: dayText().required(),
  by: string().oneOf(messageCostGroups).default('category'),
})

export const readMessageCosts = endpoint(messageCostRoutes.readMessageCosts, {
  access: 'admin',
  rate: 'search',
  query: messageCostsQuery,
  tag: 'dashboard',
  summary:
    "Messages that official numbers delivered in the period, in the company's time zone: charged and free as WhatsApp says, and their cost by the company's own prices. By day (by month above 62 days), and by `by`.",
})

export const readMessageBudget = endpoint(messageCostRoutes.readMessageBudget, {
  access: 'admin',
  rate: 'search',
  tag: 'dashboard',
  summary:
    "What this month's messages of official numbers cost so far by the company's own prices, and the monthly budget. At 100 % campaigns with message templates stop.",
})

/* A thousand of any currency for one message: more is a slip of the pen. */
const MOST_MICROS = 1_000_000_000
/* A thousand million: of currencies without cents, too. */
const MOST_BUDGET_MICROS = 1_000_000_000_000_000
const MOST_PRICES = 500

const priceFields = object({
  category: text(40)
    .matches(/^[a-z_]+$/, 'Invalid category')
    .required(),
  callingCode: text(3)
    .matches(/^([1-9]\d{0,2})?$/, 'Invalid calling code')
    .default(''),
  micros: number().strict(true).integer().min(0).max(MOST_MICROS).required(),
})

const isListedOnce = (prices: readonly { category: string; callingCode: string }[] | undefined): boolean =>
  new Set(prices?.map(({ category, callingCode }) => `${category} ${callingCode}`)).size ===
  (prices?.length ?? 0)

/** Absent fields stay as they are. */
export const priceListBody = object({
  currency: text(3).matches(/^[A-Z]{3}$/, 'Invalid currency'),
  prices: array(priceFields.required())
    .max(MOST_PRICES)
    .test('listed-once', 'A category and market have two prices', isListedOnce),
  monthlyBudgetMicros: number().strict(true).integer().min(1).max(MOST_BUDGET_MICROS).nullable(),
})

export const readPriceList = endpoint(messageCostRoutes.readPriceList, {
  access: 'admin',
  tag: 'message-prices',
  summary:
    "The company's own prices of messages of official numbers, by category and by market, and its monthly budget. WhatsApp tells what it charges, and no prices.",
})

export const savePriceList = endpoint(messageCostRoutes.savePriceList, {
  access: 'admin',
  body: priceListBody,
  tag: 'message-prices',
  summary:
    'Saves the currency, the prices, which replace all former ones, and the monthly budget, which null removes; absent ones stay. Past costs are counted anew.',
})
