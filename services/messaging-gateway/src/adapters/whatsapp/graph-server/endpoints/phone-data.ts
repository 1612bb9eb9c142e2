import { DAY } from '@balcao/kernel'

import { phoneData, type PhoneData } from '../assets'
import { ok, readNumber, readParameters, type Answer, type Call } from '../call'
import { object, oneOf } from '../fields'
import { GraphError } from '../graph-error'
import type { GraphNetwork } from '../network'

const checkRequest = object({ messaging_product: oneOf('whatsapp'), sync_type: oneOf(...phoneData) }, [
  'messaging_product',
  'sync_type',
])

/* The page does not say with which code Meta refuses it. */
const refuse = (details: string): GraphError =>
  new GraphError(100, { message: '(#100) Invalid parameter', details })

/**
 * `POST /{phone-number-id}/smb_app_data`: the phone's contacts or history are to be sent to the webhook. Once each, within 24 hours
 * (embedded-signup/onboarding-business-app-users, 20 March 2026). @throws {GraphError} 100 later, again, or for a number without the app
 */
export function askOfPhone(network: GraphNetwork, call: Call): Answer {
  const number = readNumber(network, call, 'whatsapp_business_management')
  const parameters = readParameters(call)
  checkRequest(parameters, 'smb_app_data')
  const asked = parameters['sync_type'] as PhoneData
  if (!number.isOnBusinessApp) throw refuse('The number is not in use with the WhatsApp Business app')
  if (network.nowMs() - number.onboardedAt.getTime() > DAY) throw refuse('More than 24 hours have passed')
  if (number.askedOfPhone.includes(asked)) throw refuse(`${asked} was requested before`)
  number.askedOfPhone.push(asked)
  return ok({ messaging_product: 'whatsapp', request_id: network.newId() })
}
