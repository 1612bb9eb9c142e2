import { ok, readNumber, readParameters, type Answer, type Call } from '../call'
import { object, oneOf, text } from '../fields'
import { GraphError } from '../graph-error'
import type { GraphNetwork } from '../network'

/* Media is built by no side of this server: what needs a session is refused as any other word. */
const checkRequest = object(
  { messaging_product: oneOf('whatsapp'), call_id: text(), action: oneOf('reject', 'terminate') },
  ['messaging_product', 'call_id', 'action'],
)

/**
 * `POST /{phone-number-id}/calls` (calling/user-initiated-calls, 24 June 2026). @throws {GraphError} 100 for a call that does not ring: the page
 * does not say with which code Meta refuses it.
 */
export function actOnCall(network: GraphNetwork, call: Call): Answer {
  const number = readNumber(network, call, 'whatsapp_business_messaging')
  const parameters = readParameters(call)
  checkRequest(parameters, 'calls')
  const id = String(parameters['call_id'])
  const ringing = network.calls.find(id)
  if (ringing?.phoneNumberId !== number.id || ringing.state !== 'ringing')
    throw new GraphError(100, { message: '(#100) Invalid parameter', details: 'The call does not ring' })
  network.calls.end(id, 'rejected')
  return ok({ messaging_product: 'whatsapp', success: true })
}
