import type { Database, Subscription } from '@balcao/kernel'

import { ConsumerGroup, RETRY_DELAYS_MS } from './consumer-group'
import { parkEvent } from './dead-event.store'
import type { EventTransport, OutboxRow } from './event-transport.port'
import { describeFailure } from './failures'

/** A group and the schema in which its inbox and dead events lie. */
export interface Consumer {
  subscription: Subscription
  db: Database
}

export interface InProcessTransportOptions {
  consumers: readonly Consumer[]
  /** Keys that one group handles at the same time. */
  concurrency?: number
  retryDelaysMs?: readonly number[]
  /** A group gave an event up; for the counter and the alarm. */
  onDead?: (group: string, row: OutboxRow, error: unknown) => void
  log?: (message: string) => void
}

/** Delivers to consumers in this process, straight from the outbox. */
export function createInProcessTransport(options: InProcessTransportOptions): EventTransport {
  const log = options.log ?? (() => undefined)
  const names = options.consumers.map(({ subscription }) => subscription.group)
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin) throw new Error(`Two consumers are called ${twin}: they would steal each other's events`)

  const groups = options.consumers.map(
    ({ subscription, db }) =>
      new ConsumerGroup({
        subscription,
        concurrency: options.concurrency ?? 4,
        retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
        log,
        async park(row, attempts, error) {
          // Platform scope: what the event says about its company may be what is wrong with it.
          await db.asPlatform((tx) =>
            parkEvent(tx, { consumer: subscription.group, row, attempts, error: describeFailure(error) }),
          )
          options.onDead?.(subscription.group, row, error)
        },
      }),
  )
  return {
    publish(rows, settled) {
      for (const row of rows) {
        const interested = groups.filter((group) => group.wants(row))
        let left = interested.length
        if (left === 0) settled(row)
        for (const group of interested) group.add(row, () => (left -= 1) === 0 && settled(row))
      }
    },
    pending: () => groups.flatMap((group) => group.pending()),
    async stop() {
      await Promise.all(groups.map((group) => group.stop()))
    },
  }
}
