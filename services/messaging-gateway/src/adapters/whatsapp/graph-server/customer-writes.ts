import { randomUUID } from 'node:crypto'

import { viewCustomer } from './customer-view'
import type { CustomerWritesOptions, IncomingContent } from './incoming-message'
import { buildMessageId } from './message-id'
import type { GraphNetwork } from './network'
import { toTimestamp } from './statuses'

/** Gives a phone number a customer's message: the window opens and the apps are told. Answers its id. */
export function receiveFromCustomer(
  network: GraphNetwork,
  { phoneNumberId, from }: { phoneNumberId: string; from: string },
  content: IncomingContent,
  options: CustomerWritesOptions = {},
): string {
  const customer = network.customer(from)
  const conversation = network.conversation(phoneNumberId, customer)
  const nowMs = options.writtenAt?.getTime() ?? network.nowMs()
  const id = options.id ?? buildMessageId(customer.phone, 'from-customer')
  conversation.lastFromCustomerAtMs = Math.max(conversation.lastFromCustomerAtMs ?? 0, nowMs)
  if (options.referral)
    conversation.freeEntry = {
      clickedAtMs: nowMs,
      openedAtMs: undefined,
      id: randomUUID().replaceAll('-', ''),
    }
  network.throughput.note(phoneNumberId, nowMs)
  network.received.set(id, { id, phoneNumberId, from: customer.phone, isRead: false })
  const view = viewCustomer(network, phoneNumberId, customer)
  network.announceMessages(phoneNumberId, {
    contacts: [view.contact],
    messages: [
      {
        ...(options.quotedId !== undefined && {
          context: { from: network.number(phoneNumberId).digits, id: options.quotedId },
        }),
        ...(options.referral && { referral: options.referral }),
        ...(view.phone !== undefined && { from: view.phone }),
        from_user_id: view.userId,
        ...(view.parentUserId !== undefined && { from_parent_user_id: view.parentUserId }),
        id,
        timestamp: toTimestamp(nowMs),
        ...content,
      },
    ],
  })
  return id
}
