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
import type { Tx } from '@balcao/kernel'

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

/** Prices of messages, and the company's own list of prices. Rows of another company are not found. */
export interface MessagePriceStore {
  /** False when the message has a price already. */
  insert(tx: Tx, price: MessagePrice): Promise<boolean>
  findList(tx: Tx, companyId: CompanyId): Promise<PriceList | undefined>
  lockList(tx: Tx, companyId: CompanyId): Promise<PriceList | undefined>
  saveList(tx: Tx, companyId: CompanyId, list: PriceList): Promise<void>
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
