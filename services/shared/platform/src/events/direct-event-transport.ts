import { AppError } from '@balcao/kernel'

import { DeliveryQueue } from './delivery-queue'
import type { EventTransport, OutboxRow } from './event-transport.port'

export interface DirectTransportOptions {
  /** To this process's own consumers. */
  inner: EventTransport
  /** The other services by name. Their promises resolve when all their consumers are done with the row. */
  others: ReadonlyMap<string, (row: OutboxRow) => Promise<unknown>>
  log?: (message: string) => void
}

export interface DirectTransport extends EventTransport {
  /** A row that another process brings: resolves when our consumers are done with it. @throws {AppError} ERR_UNAVAILABLE when we stop first. */
  receive(row: OutboxRow): Promise<void>
}

/**
 * For services in processes of their own without a broker: every row is brought to every service, whose consumers take
 * what they want. A service that is away holds up what it has not taken, and in the end the relays: installations that
 * must not feel that use a broker.
 */
export function createDirectTransport(options: DirectTransportOptions): DirectTransport {
  const { inner, log = () => undefined } = options
  const couriers = [...options.others].map(([name, deliver]) => new DeliveryQueue(name, deliver, log))
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
    publish(rows, settled) {
      for (const row of rows) {
        let left = couriers.length + 1
        const done = () => (left -= 1) === 0 && settled(row)
        inner.publish([row], done)
        for (const courier of couriers) courier.add(row, done)
      }
    },
    receive(row) {
      // A caller that lost patience brings it again while it is still in work.
      const id = `${row.schema} ${row.seq}`
      const known = received.get(id)
      if (known) return known
      const handling = handle(row).finally(() => received.delete(id))
      received.set(id, handling)
      return handling
    },
    pending: () => [...inner.pending(), ...couriers.flatMap((courier) => courier.pending())],
    async stop() {
      await Promise.all([...couriers.map((courier) => courier.stop()), inner.stop()])
      for (const refuse of refusals) refuse(new AppError('ERR_UNAVAILABLE', { detail: 'this process stops' }))
      refusals.clear()
    },
  }
}
