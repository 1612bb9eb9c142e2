import type {
  CompanyId,
  ConnectionId,
  MessageCostGroup,
  MessageId,
  PricedCount,
  PriceList,
  QueueId,
  TicketId,
  UserId,
} from '@balcao/contracts'
import type { DuePage, Tx } from '@balcao/kernel'

import type { CompanyPeriod } from '../dashboard'
import type { CostStep } from './cost-times'

export type { CostStep, PricedCount }

/** What the network said of a delivered message's price, and whose message it was then. */
export interface MessagePrice {
  companyId: CompanyId
  messageId: MessageId
  deliveredAt: Date
  connectionId: ConnectionId
  /** Undefined: a campaign's message, or one that is in no ticket any more. */
  ticketId: TicketId | undefined
  queueId: QueueId | undefined
  /** Who wrote it; undefined: the desk by itself, a program or a campaign. */
  userId: UserId | undefined
  campaignId: number | undefined
  /** Of the customer's number; '' when it is not known. */
  callingCode: string
  /** Meta's word. */
  category: string
  isBillable: boolean
}

/** Messages of one group, one category, one market and one word about their charge. */
export interface GroupCount extends PricedCount {
  /** Id, category or calling code; '' for those without one. */
  key: string
  /** Null where there is none, or no longer. */
  name: string | null
}

/** That a part of a month's budget was reached, and told. */
export interface BudgetMark {
  companyId: CompanyId
  /** `2026-11`. */
  month: string
  /** Another amount is another budget. */
  budgetMicros: number
  /** One of `budgetPercents`. */
  percent: number
  reachedAt: Date
}

/** Prices of messages, the company's own list of prices, and what was told of its budget. Rows of another company are not found. */
export interface MessagePriceStore {
  /** False when the message has a price already. */
  insert(tx: Tx, price: MessagePrice): Promise<boolean>
  findList(tx: Tx, companyId: CompanyId): Promise<PriceList | undefined>
  lockList(tx: Tx, companyId: CompanyId): Promise<PriceList | undefined>
  saveList(tx: Tx, companyId: CompanyId, list: PriceList): Promise<void>
  /** Companies with a budget, by id. Needs a platform transaction. */
  listBudgets(tx: Tx, page: DuePage<CompanyId>): Promise<CompanyId[]>
  isMarked(tx: Tx, mark: Omit<BudgetMark, 'reachedAt'>): Promise<boolean>
  /** False when it was marked before; waits for another transaction that marks it. */
  insertMark(tx: Tx, mark: BudgetMark): Promise<boolean>
  /** Of a period by `step`; `at` is the local day or month. */
  countByTime(tx: Tx, period: CompanyPeriod, step: CostStep): Promise<(PricedCount & { at: string })[]>
  /** Of the `most` groups with the most charged messages, and how many groups there are. */
  countByGroup(
    tx: Tx,
    period: CompanyPeriod,
    group: MessageCostGroup,
    most: number,
  ): Promise<{ counts: GroupCount[]; groupCount: number }>
}
