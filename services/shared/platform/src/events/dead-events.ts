import { decodeEvent, isKnownCase, topics } from '@balcao/contracts/wire'
import {
  AppError,
  findOnPrimaries,
  listOnPrimaries,
  toPage,
  type Database,
  type Page,
  type Subscription,
} from '@balcao/kernel'

import {
  deadEventsAs,
  deleteDeadEvent,
  findDeadEvent,
  listDeadEvents,
  saveFailedReplay,
  type DeadEvent,
} from './dead-event.store'
import { describeError, unknownKindTexts } from './event-errors'
import { findRecordFault } from './record-fault'

/**
 * A service's dead events on all its primaries, for super users. Reads every company, so the caller checks the session first. A primary that is
 * away hides its own only.
 */
export interface DeadEvents {
  /** Newest first; `beforeId` is the last id of the page before. */
  list(page: { beforeId?: number; size: number }): Promise<Page<DeadEvent>>
  /**
   * Handles the event once more, out of order with its key. Deleted when that succeeds;
   * otherwise it stays with the new error, which is returned.
   * @throws {AppError} ERR_NO_EVENT_FOUND when it is not listed or has no consumer any more.
   */
  replay(id: number): Promise<{ handled: true } | { handled: false; error: string }>
  /**
   * Handles events that an older build parked because it did not know their type, oldest first, and deletes those that
   * their group does not subscribe to. Failures stay, with their error.
   */
  replayUnknownKinds(signal: AbortSignal): Promise<void>
  /** Deletes the event. @throws {AppError} ERR_NO_EVENT_FOUND */
  drop(id: number): Promise<void>
}

const AT_ONCE = 100
const knownTypes = Object.keys(topics)

/* Each list in its own order; of several primaries, by time. */
function mergeNewest(lists: readonly DeadEvent[][]): DeadEvent[] {
  const [first = [], ...others] = lists
  return others.reduce(
    (merged, list) =>
      [...merged, ...list].toSorted((one, other) => other.diedAt.getTime() - one.diedAt.getTime()),
    first,
  )
}

export function createDeadEvents(db: Database, consumers: readonly Subscription[]): DeadEvents {
  const deadEvents: DeadEvents = {
    async list(page) {
      const { items, failure } = await listOnPrimaries(db, async (tx) => [
        await listDeadEvents(tx, { ...page, size: page.size + 1 }),
      ])
      if (items.length === 0 && failure) throw failure
      return toPage(mergeNewest(items), page.size)
    },
    async replay(id) {
      const dead = await findOnPrimaries(db, (tx) => findDeadEvent(tx, id))
      const consumer = consumers.find((subscription) => subscription.group === dead?.consumer)
      const event = dead && decodeEvent(dead.body)
      if (!dead || !consumer || !event) throw new AppError('ERR_NO_EVENT_FOUND')
      const fault = findRecordFault(dead, event)
      try {
        if (fault !== undefined) throw new Error(fault)
        await consumer.handle({ event, attempt: dead.attempts + 1 })
      } catch (cause) {
        const error = describeError(cause)
        await db.asPlatform((tx) => saveFailedReplay(tx, id, error), event.companyId)
        return { handled: false, error }
      }
      await db.asPlatform((tx) => deleteDeadEvent(tx, id), event.companyId)
      return { handled: true }
    },
    async replayUnknownKinds(signal) {
      for (let afterId = 0; !signal.aborted;) {
        const page = { afterId, size: AT_ONCE }
        const kept = await db.asPlatform((tx) =>
          deadEventsAs(tx, { errors: unknownKindTexts, types: knownTypes }, page),
        )
        for (const dead of kept) {
          if (signal.aborted) return
          const group = consumers.find((subscription) => subscription.group === dead.consumer)
          const isWanted = isKnownCase(dead.type) && group?.cases.includes(dead.type)
          if (!isWanted) await deadEvents.drop(dead.id)
          // A known type with an undecodable body waits for a newer build.
          else if (decodeEvent(dead.body)) await deadEvents.replay(dead.id)
        }
        if (kept.length < AT_ONCE) return
        afterId = kept.at(-1)?.id ?? afterId
      }
    },
    async drop(id) {
      const dropped = await findOnPrimaries(db, async (tx) => (await deleteDeadEvent(tx, id)) || undefined)
      if (dropped === undefined) throw new AppError('ERR_NO_EVENT_FOUND')
    },
  }
  return deadEvents
}
