import { viewCustomer } from './customer-view'
import { buildMessageId } from './message-id'
import type { GraphNetwork } from './network'
import { toTimestamp } from './statuses'

/**
 * A customer takes another number: the numbers that they have written to are told, without `contacts`
 * (webhooks/reference/messages/system, 2026-08-11: type user_changed_number with the new number, or user_changed_user_id without one when
 * the business sees no number; both with the former and the new business-scoped ids). No page says whether the window of 24 hours goes on
 * under the new number: here it does not.
 */
export function changeCustomerNumber(network: GraphNetwork, from: string, to: string): void {
  const old = network.customer(from)
  const renewed = Object.assign(network.customer(to), {
    name: old.name,
    username: old.username,
    hidesNumber: old.hidesNumber,
  })
  for (const phoneNumberId of network.listNumbersOf(old)) {
    const before = viewCustomer(network, phoneNumberId, old)
    const conversation = network.conversation(phoneNumberId, renewed)
    if (before.phone !== undefined) conversation.numberKnownAtMs = network.nowMs()
    const after = viewCustomer(network, phoneNumberId, renewed)
    const showsNumbers = before.phone !== undefined && after.phone !== undefined
    const [was, is] = showsNumbers ? [before.phone, after.phone] : [before.userId, after.userId]
    network.announceMessages(phoneNumberId, {
      messages: [
        {
          ...(before.phone !== undefined && { from: before.phone }),
          from_user_id: before.userId,
          id: buildMessageId(old.phone, 'from-customer'),
          timestamp: toTimestamp(network.nowMs()),
          type: 'system',
          system: {
            body: `User ${old.name} changed from ${was} to ${is}`,
            ...(after.phone !== undefined && { wa_id: after.phone }),
            user_id: after.userId,
            previous_user_id: before.userId,
            ...(after.parentUserId !== undefined && { parent_user_id: after.parentUserId }),
            ...(before.parentUserId !== undefined && { previous_parent_user_id: before.parentUserId }),
            type: showsNumbers ? 'user_changed_number' : 'user_changed_user_id',
          },
        },
      ],
    })
  }
  network.customer(from).isOnWhatsApp = false
}

/** A customer stops or resumes marketing messages of a number (webhooks/reference/user_preferences, 2025-11). */
export function setMarketingPreference(
  network: GraphNetwork,
  phoneNumberId: string,
  phone: string,
  value: 'stop' | 'resume',
): void {
  const customer = network.customer(phone)
  customer.hasStoppedMarketing = value === 'stop'
  const view = viewCustomer(network, phoneNumberId, customer)
  const number = network.number(phoneNumberId)
  network.announce(number.accountId, 'user_preferences', {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: number.digits, phone_number_id: number.id },
    contacts: [view.contact],
    user_preferences: [
      {
        ...(view.phone !== undefined && { wa_id: view.phone }),
        user_id: view.userId,
        detail: `User requested to ${value} marketing messages`,
        category: 'marketing_messages',
        value,
        timestamp: Math.floor(network.nowMs() / 1_000),
      },
    ],
  })
}
