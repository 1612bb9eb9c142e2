import type { OutgoingMessage } from './outgoing-message'
import type { WebhookPayload } from './webhook-queue'

/** Told of what happens on the customers' side, when it happens. */
export interface GraphObserver {
  /** A message came to its customer's phone. */
  arrived(message: OutgoingMessage): void
  /** A webhook was answered with 200. */
  taken(payload: WebhookPayload): void
  /** The business has read this message of a customer, and those before it. */
  read(messageId: string): void
  /** The customer sees "typing…". */
  typing(phoneNumberId: string, from: string): void
}
