import type { Running } from '@balcao/kernel'

/** An event as a transport hands it to a group: what can be known without decoding, and the body. */
export interface TransportedEvent {
  topic: string
  /** The event's case: known without decoding. */
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

/** Carries outbox rows to every subscribed group. At least once; in order per ordering key. */
export interface EventTransport extends Running {
  /**
   * Takes rows in outbox order and returns at once. `settled` is called once per row when nothing can lose it any more:
   * a broker has it, or every group has handled or parked it. A row that is never settled will be offered again
   * by the next relay. Keys and groups do not wait for each other.
   */
  publish(rows: readonly OutboxRow[], settled: (row: OutboxRow) => void): void
  /** What is being worked on, by name; empty when quiet. */
  pending(): string[]
  /** Finishes the handlers that run, takes no more. */
  stop(): Promise<void>
}
