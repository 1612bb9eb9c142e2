import { viewCustomer } from './customer-view'
import { toWebhookError } from './graph-error'
import type { GraphNetwork } from './network'
import type { DeliveryStatus, OutgoingMessage } from './outgoing-message'

const CONVERSATION_OMITTED_SINCE = 24

/**
 * Tells the apps what became of a message (webhooks/reference/messages/status, 2026-09-11; ids of business-scoped-user-ids,
 * 2026-02-06). `pricing` comes with `sent`, and with `delivered` or else `read`.
 */
export function announceStatus(
  network: GraphNetwork,
  message: OutgoingMessage,
  status: DeliveryStatus,
  error?: { code: number; details?: string },
): void {
  const isFirstArrival = !message.statuses.some((known) => known === 'delivered' || known === 'read')
  message.statuses.push(status)
  const customer = network.customer(message.to)
  const view = viewCustomer(network, message.phoneNumberId, customer)
  const showsPrice = status === 'sent' || ((status === 'delivered' || status === 'read') && isFirstArrival)
  const wasSentToNumber = message.recipient === undefined
  network.announceMessages(message.phoneNumberId, {
    ...(status !== 'failed' && { contacts: [view.contact] }),
    statuses: [
      {
        id: message.id,
        status,
        timestamp: toTimestamp(network.nowMs()),
        ...((wasSentToNumber || view.phone !== undefined) && { recipient_id: message.to }),
        recipient_user_id: view.userId,
        ...(view.parentUserId !== undefined && { parent_recipient_user_id: view.parentUserId }),
        ...(message.callbackData !== undefined && { biz_opaque_callback_data: message.callbackData }),
        ...(showsPrice && priceFields(network, message, status)),
        ...(error && { errors: [toWebhookError(error.code, error.details)] }),
      },
    ],
  })
}

function priceFields(
  network: GraphNetwork,
  { conversation, pricing, id }: OutgoingMessage,
  status: DeliveryStatus,
): Record<string, unknown> {
  const isOld = network.settings.webhookVersion < CONVERSATION_OMITTED_SINCE
  const shown =
    conversation ?? (isOld ? { id, expiresAtMs: network.nowMs(), origin: pricing.category } : undefined)
  return {
    ...(shown && { conversation: toConversation(shown, status) }),
    pricing,
  }
}

function toConversation(
  { id, expiresAtMs, origin }: NonNullable<OutgoingMessage['conversation']>,
  status: DeliveryStatus,
): Record<string, unknown> {
  return {
    id,
    ...(status === 'sent' && { expiration_timestamp: toTimestamp(expiresAtMs) }),
    origin: { type: origin },
  }
}

export function toTimestamp(ms: number): string {
  return String(Math.floor(ms / 1_000))
}
