import type { CompanyId } from '@balcao/contracts'
import type { DeskEvent } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import type { Emission } from './emission'
import type { Room } from './rooms'

export { findContactId } from './find-contact-id'
export type { Emission, Room }

/** A row of the company's feed. The whole event is stored and rendered at each reading. */
export interface FeedRow {
  seq: number
  part: Emission['part']
  /** Undefined for an erased event, and for one that this build does not know (a newer process wrote it). */
  event: DeskEvent | undefined
}

/** First and last `seq` of a company's feed. `oldest` is `head + 1` when it is empty. */
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
  audience: readonly Room[]
  except: readonly Room[]
}

/** The company feed: events in one order per company, kept 7 days. */
export interface FeedStore {
  /**
   * Appends the rows of one event with consecutive `seq`; returns the first.
   * Locks the company's head until the transaction ends: rows become visible in the order of `seq`.
   */
  append(tx: Tx, event: DeskEvent, entries: readonly FeedEntry[]): Promise<number>
  /**
   * Claims the event for the group and appends, with the transaction's commit; undefined, and nothing written, when the
   * group has claimed it before.
   */
  claimAndAppend(
    tx: Tx,
    group: string,
    event: DeskEvent,
    entries: readonly FeedEntry[],
  ): Promise<number | undefined>
  readBounds(tx: Tx, companyId: CompanyId): Promise<FeedBounds>
  /** The last `seq` that was written before `at`; undefined when more than `most` rows were written since. */
  findPosition(tx: Tx, companyId: CompanyId, at: Date, most: number): Promise<number | undefined>
  /** Rows of the range whose audience meets `rooms` and whose exceptions do not, in the order of `seq`. */
  listVisible(tx: Tx, companyId: CompanyId, rooms: readonly Room[], range: FeedRange): Promise<FeedRow[]>
  /** Every row after `after`, in the order of `seq`, for any audience. */
  listAfter(tx: Tx, companyId: CompanyId, after: number, limit: number): Promise<FeedRow[]>
  /** Heads of these companies. Needs the platform scope. */
  readHeads(tx: Tx, companyIds: readonly CompanyId[]): Promise<Map<CompanyId, number>>
}
