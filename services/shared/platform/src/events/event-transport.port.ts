import type { Running } from '@balcao/kernel'

/** An event as a transport delivers it to a group: metadata known without decoding, and the body. */
export interface TransportedEvent {
  topic: string
  /** The event's case. */
  type: string
  eventId: string
  companyId: number
  orderingKey: string
  /** Proto3 JSON, the same on every transport. */
  body: unknown
}

/** An unsent row of an outbox, as a relay reads it. */
export interface OutboxRow extends TransportedEvent {
  /** Unique within its schema. */
  seq: number
  schema: string
}

/** What one relay publishes to where topics have generations: rows of a topic to one of them at a time. */
export interface WrittenGenerations extends Pick<EventTransport, 'publish'> {
  /** From now on rows are published to these generations, by topic; to the first where none is named. */
  begin(generations: ReadonlyMap<string, number>): void
  /** Rows without acknowledgement are published no more; those that are on their way may arrive. */
  forget(): void
}

/** Carries outbox rows to every subscribed group. At least once; in order per ordering key. */
export interface EventTransport extends Running {
  /** For one relay, where topics have generations: it begins one before it publishes, and holds it by a lock. */
  openGenerations?(): WrittenGenerations
  /**
   * Takes rows in outbox order and returns at once. `acknowledged` is called once per row when it cannot be lost any more:
   * a broker has it, or every group has handled or parked it. A row without acknowledgement is published again
   * by the next relay. Keys and groups do not wait for each other.
   */
  publish(rows: readonly OutboxRow[], acknowledged: (row: OutboxRow) => void): void
  /** Work in progress, by name; empty when quiet. */
  pending(): string[]
  /** Waits for running handlers and accepts no more rows. */
  stop(): Promise<void>
}
