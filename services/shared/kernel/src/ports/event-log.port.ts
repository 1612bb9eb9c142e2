import type { DeskEvent, DeskEventCase, Topic } from '@balcao/contracts/wire'

import type { Tx } from './database.port'

/** One delivery of an event. `claim` runs in the transaction that carries the effect. */
export interface Delivery<C extends DeskEventCase = DeskEventCase> {
  event: DeskEvent<C>
  /** 1 on the first try. */
  attempt: number
}

export interface Subscription {
  /** `<service>.<purpose>`, unique in the whole product: the consumer's name in `inbox`. */
  group: string
  topic: Topic
  /** Event cases this group handles. Every other case of the topic is skipped and committed. */
  cases: readonly DeskEventCase[]
  /**
   * Must be idempotent: its deciding transaction begins with `inbox.claim(tx, group, event.eventId)`.
   * A throw is retried after 1, 2, 4, 8 s and then parks the event as dead; other keys go on meanwhile.
   */
  handle(delivery: Delivery): Promise<void>
}

/**
 * A durable, ordered log. Delivery is at least once; order holds per `orderingKey` within a topic,
 * across keys there is none. The outbox row is the truth, transports carry it.
 */
export interface EventLog {
  /**
   * Appends inside the caller's transaction; visible to consumers after the commit. Waits neither for a transport nor for the
   * database: what fails here fails the transaction.
   */
  append(tx: Tx, events: readonly DeskEvent[]): Promise<void>
}

/** Events that the consumers have handled, in the consumer's own schema. */
export interface Inbox {
  /** True exactly once per (group, event id); false for a repeat, whose effect must then be skipped. */
  claim(tx: Tx, group: string, eventId: string): Promise<boolean>
}
