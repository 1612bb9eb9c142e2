import { companyId } from '@balcao/contracts'
import type { Database, Subscription } from '@balcao/kernel'

import { ConsumerGroup, RETRY_DELAYS_MS } from './consumer-group'
import { parkEvent } from './dead-event.store'
import type { TransportedEvent } from './event-transport.port'
import { describeError } from './event-errors'

/** A subscription and the schema that holds its inbox and dead events. */
export interface Consumer {
  subscription: Subscription
  db: Database
}

const CONCURRENCY = 8

/** Options of every transport that delivers to consumer groups. */
export interface GroupsOptions {
  consumers: readonly Consumer[]
  /** Keys that one group handles in parallel; a company’s are a quarter of them at most, and one beside other companies’. */
  concurrency?: number
  retryDelaysMs?: readonly number[]
  /** Called when an event is parked; for the counter and the alert. */
  onDead?: (group: string, row: TransportedEvent, error: unknown) => void
  log?: (message: string) => void
}

/** @throws {Error} when two consumers share a name. */
export function assertOwnNames(consumers: readonly Consumer[]): void {
  const names = consumers.map(({ subscription }) => subscription.group)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated) throw new Error(`Two consumers are called ${repeated}: they would steal each other's events`)
}

/** A new consumer group without queued events. */
export function createGroup({ subscription, db }: Consumer, options: GroupsOptions): ConsumerGroup {
  const { concurrency = CONCURRENCY } = options
  return new ConsumerGroup({
    subscription,
    concurrency,
    concurrencyPerCompany: Math.ceil(concurrency / 4),
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    now: () => performance.now(),
    log: options.log ?? (() => undefined),
    async park(row, attempts, error) {
      // Platform scope: the event's company id may itself be invalid.
      await db.asPlatform(
        (tx) => parkEvent(tx, { consumer: subscription.group, row, attempts, error: describeError(error) }),
        companyId(row.companyId),
      )
      options.onDead?.(subscription.group, row, error)
    },
  })
}

export function createGroups(options: GroupsOptions): ConsumerGroup[] {
  assertOwnNames(options.consumers)
  return options.consumers.map((consumer) => createGroup(consumer, options))
}
