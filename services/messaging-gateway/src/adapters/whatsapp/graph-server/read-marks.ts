import { isRecord } from '@balcao/kernel'

import { object, oneOf, text, type Json } from './fields'
import { GraphError } from './graph-error'
import type { GraphNetwork } from './network'

/* messages/mark-message-as-read (2025-11) and messages/typing-indicators (2025-11): a read mark may show "typing…" too. */
const checkReadMark = object(
  {
    messaging_product: oneOf('whatsapp'),
    status: oneOf('read'),
    message_id: text(),
    typing_indicator: object({ type: oneOf('text') }, ['type']),
  },
  ['messaging_product', 'status', 'message_id'],
)

/** Marks a customer's message, and those before it, as read. @throws {GraphError} 100, 131008, 131009 */
export function markRead(network: GraphNetwork, phoneNumberId: string, parameters: Json): void {
  checkReadMark(parameters, 'message')
  const received = network.received.get(String(parameters['message_id']))
  if (!received || received.phoneNumberId !== phoneNumberId)
    throw new GraphError(131009, { details: 'Message ID does not exist' })
  received.isRead = true
  network.observer?.read(received.id)
  if (!isRecord(parameters['typing_indicator'])) return
  network.typing.push({ ...received, at: network.schedule.now() })
  network.observer?.typing(phoneNumberId, received.from)
}
