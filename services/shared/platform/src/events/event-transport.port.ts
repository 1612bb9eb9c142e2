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

/** Rows of a topic are published to one of its generations at a time. */
export interface WrittenGenerations {
  /** From now on rows of the schema are published to these generations, by topic; to the first where none is named. */
  begin(schema: string, generations: ReadonlyMap<string, number>): void
  /** Rows of the schema without acknowledgement are published no more; those that are on their way may arrive. */
  forget(schema: string): void
}

/** Carries outbox rows to every subscribed group. At least once; in order per ordering key. */
export interface EventTransport extends Running {
  /** Where topics have generations: a relay begins one before it publishes, and holds it by a lock. */
  readonly generations?: WrittenGenerations
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
