import type { Database, Subscription } from '@balcao/kernel'

import { ConsumerGroup, RETRY_DELAYS_MS } from './consumer-group'
import { parkEvent } from './dead-event.store'
import type { TransportedEvent } from './event-transport.port'
import { describeError } from './event-errors'

/** A group and the schema in which its inbox and dead events lie. */
export interface Consumer {
  subscription: Subscription
  db: Database
}

/** What every transport needs to know about those it delivers to. */
export interface GroupsOptions {
  consumers: readonly Consumer[]
  /** Keys that one group handles at the same time. */
  concurrency?: number
  retryDelaysMs?: readonly number[]
  /** A group gave an event up; for the counter and the alarm. */
  onDead?: (group: string, row: TransportedEvent, error: unknown) => void
  log?: (message: string) => void
}

/** @throws {Error} when two consumers share a name. */
export function assertOwnNames(consumers: readonly Consumer[]): void {
  const names = consumers.map(({ subscription }) => subscription.group)
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin) throw new Error(`Two consumers are called ${twin}: they would steal each other's events`)
}

/** One group's empty lanes. */
export function createGroup({ subscription, db }: Consumer, options: GroupsOptions): ConsumerGroup {
  return new ConsumerGroup({
    subscription,
    concurrency: options.concurrency ?? 4,
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    log: options.log ?? (() => undefined),
    async park(row, attempts, error) {
      // Platform scope: what the event says about its company may be what is wrong with it.
      await db.asPlatform((tx) =>
        parkEvent(tx, { consumer: subscription.group, row, attempts, error: describeError(error) }),
      )
      options.onDead?.(subscription.group, row, error)
    },
  })
}

export function createGroups(options: GroupsOptions): ConsumerGroup[] {
  assertOwnNames(options.consumers)
  return options.consumers.map((consumer) => createGroup(consumer, options))
}
