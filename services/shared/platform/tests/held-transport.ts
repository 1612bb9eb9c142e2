import type { EventTransport, OutboxRow } from '@balcao/platform'

import type { WrittenGenerations } from '../src/events/event-transport.port'

interface Published {
  row: OutboxRow
  generation: number
  acknowledge: () => void
}

/** A transport that keeps what it is handed until the test acknowledges it. */
export class HeldTransport implements EventTransport {
  readonly published: Published[] = []
  forgotten = 0
  generation = 0
  isAcknowledging = true

  openGenerations(): WrittenGenerations {
    return {
      begin: (generations) => {
        this.generation = generations.get('auth') ?? 1
      },
      publish: (rows, acknowledged) => this.publish(rows, acknowledged),
      forget: () => {
        this.forgotten += 1
      },
    }
  }

  publish(rows: readonly OutboxRow[], acknowledged: (row: OutboxRow) => void): void {
    for (const row of rows) {
      const acknowledge = () => acknowledged(row)
      this.published.push({ row, generation: this.generation, acknowledge })
      if (this.isAcknowledging) acknowledge()
    }
  }

  /** The generations that each event was published to, in order of the events. */
  list(): number[][] {
    const byEvent = new Map<string, number[]>()
    for (const { row, generation } of this.published)
      byEvent.set(row.eventId, [...(byEvent.get(row.eventId) ?? []), generation])
    return [...byEvent.values()]
  }

  pending = () => []
  stop = async () => undefined
}
