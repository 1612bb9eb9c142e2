import type { GraphNetwork } from './network'
import type { OutgoingMessage } from './outgoing-message'
import { announceStatus } from './statuses'

/** Brings an accepted message to the customer's phone, with its statuses, in the times of the settings. */
export function deliverLater(network: GraphNetwork, message: OutgoingMessage): void {
  const { sentMs, deliveredMs, readMs } = network.settings.receipts
  const refusal = chooseDeliveryRefusal(network, message)
  if (refusal !== undefined) {
    network.schedule.after(sentMs ?? 0, () => announceStatus(network, message, 'failed', { code: refusal }))
    return
  }
  if (sentMs !== undefined) network.schedule.after(sentMs, () => announceStatus(network, message, 'sent'))
  network.schedule.after(deliveredMs ?? 0, () => {
    arrive(network, message)
    if (deliveredMs !== undefined && message.kind !== 'reaction')
      announceStatus(network, message, 'delivered')
  })
  // Of a reaction only `sent` is told (messages/reaction-messages, 2025-11-04).
  if (message.kind === 'reaction') return
  if (readMs !== undefined && network.customer(message.to).sendsReadReceipts)
    network.schedule.after(readMs, () => announceStatus(network, message, 'read'))
}

/** Why a message that the API took does not reach its customer. */
function chooseDeliveryRefusal(network: GraphNetwork, message: OutgoingMessage): number | undefined {
  const customer = network.customer(message.to)
  if (!customer.isOnWhatsApp) return 131026
  if (customer.hasStoppedMarketing && message.pricing.category === 'marketing') return 131050
  return message.refusal
}

function arrive(network: GraphNetwork, message: OutgoingMessage): void {
  message.hasArrived = true
  network.inbox(network.customer(message.to)).push({
    id: message.id,
    phoneNumberId: message.phoneNumberId,
    at: network.schedule.now(),
    type: message.kind,
    message: message.body,
    rendered: message.rendered,
  })
  network.observer?.arrived(message)
}
