import {
  companyId,
  connectionId,
  messageId,
  queueId,
  ticketId,
  userId,
  type CompanyId,
  type PriceList,
} from '@balcao/contracts'
import { column, entityOf, fixed, orNull, orUndefined, tableOf } from '@balcao/platform'

import type { BudgetMark, MessagePrice } from '../../features/message-costs/message-price.store'

export const messagePrices = tableOf<MessagePrice>()(
  'message_prices',
  {
    companyId: fixed(column.int('company_id', companyId)),
    messageId: fixed(column.uuid('message_id', messageId)),
    deliveredAt: fixed(column.time('delivered_at')),
    connectionId: fixed(column.int('connection_id', connectionId)),
    ticketId: fixed(orUndefined(column.bigint('ticket_id', ticketId))),
    queueId: fixed(orUndefined(column.int('queue_id', queueId))),
    userId: fixed(orUndefined(column.int('user_id', userId))),
    campaignId: fixed(orUndefined(column.int('campaign_id', Number))),
    callingCode: fixed(column.text('calling_code')),
    category: fixed(column.text('category')),
    isBillable: fixed(column.bool('is_billable')),
  },
  { primary: ['companyId', 'messageId'] },
)

export const priceLists = entityOf<PriceList & { companyId: CompanyId }>()(
  'price_lists',
  {
    companyId: fixed(column.int('company_id', companyId)),
    currency: column.text('currency'),
    prices: column.jsonb('prices'),
    monthlyBudgetMicros: orNull(column.bigint('monthly_budget_micros')),
  },
  { primary: ['companyId'] },
)

export const budgetMarks = entityOf<BudgetMark>()(
  'message_budget_marks',
  {
    companyId: fixed(column.int('company_id', companyId)),
    month: fixed(column.text('month')),
    budgetMicros: fixed(column.bigint('budget_micros')),
    percent: fixed(column.smallint('percent')),
    reachedAt: fixed(column.time('reached_at')),
  },
  { primary: ['companyId', 'month', 'budgetMicros', 'percent'] },
)
