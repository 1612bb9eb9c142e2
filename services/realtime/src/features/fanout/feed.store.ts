import type { CompanyId } from '@balcao/contracts'
import type { DeskEvent } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import type { Emission } from './emission'
import type { Room } from './rooms'

export { contactOf } from './contact-of'
export type { Emission, Room }

/** A row of the company's feed. The event is kept whole and rendered at each reading. */
export interface FeedRow {
  seq: number
  part: Emission['part']
  /** Undefined for what was erased, and for an event this build does not know: an older process met a newer one's row. */
  event: DeskEvent | undefined
}

/** Where a company's feed begins and ends. `oldest` is `head + 1` when nothing is kept. */
export interface FeedBounds {
  oldest: number
  head: number
}

export interface FeedRange {
  /** Exclusive. */
  after: number
  /** Inclusive. */
  upTo: number
  limit: number
}

export interface FeedEntry {
  part: Emission['part']
  channel: string | null
  audience: Room[]
  except: Room[]
}

/** The company feed: what happened, in one order per company, kept 7 days. */
export interface FeedStore {
  /**
   * Appends the rows of one event and answers the `seq` of the first; they follow each other without a gap.
   * Locks the company's head until the transaction ends: rows become visible in the order of `seq`.
   */
  append(tx: Tx, event: DeskEvent, entries: readonly FeedEntry[]): Promise<number>
  bounds(tx: Tx, companyId: CompanyId): Promise<FeedBounds>
  /** Rows of the range whose audience meets `rooms` and whose exceptions do not, in the order of `seq`. */
  visible(tx: Tx, companyId: CompanyId, rooms: readonly Room[], range: FeedRange): Promise<FeedRow[]>
  /** Every row after `after`, in the order of `seq`, whoever may hear it. */
  after(tx: Tx, companyId: CompanyId, after: number, limit: number): Promise<FeedRow[]>
  /** Heads of these companies. Needs the platform scope. */
  heads(tx: Tx, companyIds: readonly CompanyId[]): Promise<Map<CompanyId, number>>
  /**
   * Forgets up to `limit` rows: in each company everything up to the newest row written before `before`, so that no
   * gap appears. Answers how many. Needs the platform scope.
   */
  purge(tx: Tx, before: Date, limit: number): Promise<number>
}
