import { ok, readNumber, readParameters, type Answer, type Call } from '../call'
import type { Customer } from '../customer'
import { parseMessageRequest, type MessageRequest } from '../message-request'
import type { GraphNetwork } from '../network'
import { markRead } from '../read-marks'
import { sendMessage } from '../send-message'

/** `POST /{phone-number-id}/messages`: sends, or marks a customer's message as read. */
export function postMessage(network: GraphNetwork, call: Call): Answer {
  const number = readNumber(network, call, 'whatsapp_business_messaging')
  const parameters = readParameters(call)
  if (parameters['status'] !== undefined) {
    markRead(network, number.id, parameters)
    return ok({ success: true })
  }
  const request = parseMessageRequest(parameters)
  const { message, customer } = sendMessage(network, number.id, request)
  return ok({
    messaging_product: 'whatsapp',
    contacts: [toContact(request, customer)],
    messages: [
      {
        id: message.id,
        // Only of templates (message-api, 2025-11-26).
        ...(request.kind === 'template' && { message_status: 'accepted' }),
      },
    ],
  })
}

/* business-scoped-user-ids#send-message-responses, 2026-02-06. */
function toContact({ input, to, recipient }: MessageRequest, customer: Customer): Record<string, unknown> {
  return {
    input,
    ...(to !== undefined && { wa_id: customer.phone }),
    ...(recipient !== undefined && { user_id: recipient }),
  }
}
