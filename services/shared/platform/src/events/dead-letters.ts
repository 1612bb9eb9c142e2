import { decodeEvent } from '@balcao/contracts/wire'
import { AppError, toPage, type Database, type Page, type Subscription } from '@balcao/kernel'

import {
  deleteDeadEvent,
  findDeadEvent,
  listDeadEvents,
  noteFailedReplay,
  type DeadEvent,
} from './dead-event.store'
import { describeFailure } from './failures'

/** For super users: what a service's consumers gave up on. Reads every company, so the caller checks the session first. */
export interface DeadLetters {
  /** Newest first; `beforeId` is the last id of the page before. */
  list(page: { beforeId?: number; size: number }): Promise<Page<DeadEvent>>
  /**
   * Handles the event once more, out of order with its key. Gone from the list when that works;
   * otherwise it stays with the new error, which is also the answer.
   * @throws {AppError} ERR_NO_EVENT_FOUND when it is not listed or nobody can handle it any more.
   */
  replay(id: number): Promise<{ handled: true } | { handled: false; error: string }>
  /** Forgets the event for good. @throws {AppError} ERR_NO_EVENT_FOUND */
  drop(id: number): Promise<void>
}

export function createDeadLetters(db: Database, consumers: readonly Subscription[]): DeadLetters {
  return {
    async list(page) {
      return toPage(
        await db.asPlatform((tx) => listDeadEvents(tx, { ...page, size: page.size + 1 })),
        page.size,
      )
    },
    async replay(id) {
      const dead = await db.asPlatform((tx) => findDeadEvent(tx, id))
      const consumer = consumers.find((subscription) => subscription.group === dead?.consumer)
      const event = dead && decodeEvent(dead.body)
      if (!dead || !consumer || !event) throw new AppError('ERR_NO_EVENT_FOUND')
      try {
        await consumer.handle({ event, attempt: dead.attempts + 1 })
      } catch (cause) {
        const error = describeFailure(cause)
        await db.asPlatform((tx) => noteFailedReplay(tx, id, error))
        return { handled: false, error }
      }
      await db.asPlatform((tx) => deleteDeadEvent(tx, id))
      return { handled: true }
    },
    async drop(id) {
      const dropped = await db.asPlatform((tx) => deleteDeadEvent(tx, id))
      if (dropped === 0) throw new AppError('ERR_NO_EVENT_FOUND')
    },
  }
}
