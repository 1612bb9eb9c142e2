import { ok, readNumber, readParameters, type Answer, type Call } from '../call'
import { object, oneOf, text, type Check } from '../fields'
import { GraphError } from '../graph-error'
import type { GraphNetwork } from '../network'

const pin: Check = (value, path) => {
  if (typeof value !== 'string' || !/^\d{6}$/.test(value))
    throw new GraphError(100, { message: `(#100) Param ${path} must be 6 digits long.`, details: '' })
}

const checkRegistration = object(
  { messaging_product: oneOf('whatsapp'), pin, data_localization_region: text({ max: 2 }) },
  ['messaging_product', 'pin'],
)

/**
 * `POST /{phone-number-id}/register` (business-phone-numbers/registration, 2026-06-26): a verified number can be used from then on. The PIN
 * becomes that of its two-step verification; a number that has one already wants the same. @throws {GraphError} 133005, 133006, 133016
 */
export function registerNumber(network: GraphNetwork, call: Call): Answer {
  const number = readNumber(network, call, 'whatsapp_business_management')
  const parameters = readParameters(call)
  checkRegistration(parameters, 'body')
  takeRegistration(network, number.id)
  if (!number.isVerified) throw new GraphError(133006)
  if (number.pin !== undefined && number.pin !== parameters['pin']) throw new GraphError(133005)
  number.pin = String(parameters['pin'])
  if (number.status === 'PENDING' || number.status === 'DISCONNECTED') number.status = 'CONNECTED'
  return ok({ success: true })
}

function takeRegistration(network: GraphNetwork, id: string): void {
  const { registrations, settings } = network
  const { most, windowMs } = settings.registrations
  const now = network.nowMs()
  const times = (registrations.get(id) ?? []).filter((at) => at > now - windowMs)
  if (times.length >= most) throw new GraphError(133016, { status: settings.throttlingStatus })
  registrations.set(id, [...times, now])
}
