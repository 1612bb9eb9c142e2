import { AppError } from '@balcao/kernel'

import { DeliveryQueue } from './delivery-queue'
import type { EventTransport, OutboxRow } from './event-transport.port'

export interface DirectTransportOptions {
  /** Delivers to this process's own consumers. */
  inner: EventTransport
  /** The other services by name. Their promises resolve when all their consumers have handled or parked the row. */
  others: ReadonlyMap<string, (row: OutboxRow) => Promise<unknown>>
  log?: (message: string) => void
}

export interface DirectTransport extends EventTransport {
  /** A row from another process: resolves when our consumers have handled or parked it. @throws {AppError} ERR_UNAVAILABLE when we stop first. */
  receive(row: OutboxRow): Promise<void>
}

/**
 * For services in separate processes without a broker: every row is sent to every service, whose consumers filter
 * by case. A service that is down delays the rows it has not accepted, and eventually the relays: use a broker where that
 * matters.
 */
export function createDirectTransport(options: DirectTransportOptions): DirectTransport {
  const { inner, log = () => undefined } = options
  const queues = [...options.others].map(([name, deliver]) => new DeliveryQueue(name, deliver, log))
  const received = new Map<string, Promise<void>>()
  const refusals = new Set<(error: AppError) => void>()

  const handle = (row: OutboxRow): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      refusals.add(reject)
      inner.publish([row], () => {
        refusals.delete(reject)
        resolve()
      })
    })

  return {
    publish(rows, acknowledged) {
      for (const row of rows) {
        let left = queues.length + 1
        const done = () => (left -= 1) === 0 && acknowledged(row)
        inner.publish([row], done)
        for (const queue of queues) queue.add(row, done)
      }
    },
    receive(row) {
      // A caller whose deadline passed sends the row again while it is still being handled.
      const id = `${row.schema} ${row.seq}`
      const known = received.get(id)
      if (known) return known
      const handling = handle(row).finally(() => received.delete(id))
      received.set(id, handling)
      return handling
    },
    pending: () => [...inner.pending(), ...queues.flatMap((queue) => queue.pending())],
    async stop() {
      await Promise.all([...queues.map((queue) => queue.stop()), inner.stop()])
      for (const refuse of refusals) refuse(new AppError('ERR_UNAVAILABLE', { detail: 'this process stops' }))
      refusals.clear()
    },
  }
}
