import { ok, readNumber, readParameters, type Answer, type Call } from '../call'
import { list, link, object, oneOf, text, type Json } from '../fields'
import { GraphError } from '../graph-error'
import type { GraphNetwork } from '../network'

/* business-profiles (2025-11) and whatsapp-business-profile-api (2026-03). */
const checkProfile = object(
  {
    messaging_product: oneOf('whatsapp'),
    about: text({ max: 139 }),
    address: text({ max: 256, min: 0 }),
    description: text({ max: 512, min: 0 }),
    email: text({ max: 128, min: 0 }),
    websites: list(link, { min: 0, max: 2, name: 'Websites' }),
    vertical: text(),
    profile_picture_handle: text(),
  },
  ['messaging_product'],
)
const FIELDS = ['about', 'address', 'description', 'email', 'profile_picture_url', 'websites', 'vertical']

/** `GET /{phone-number-id}/whatsapp_business_profile?fields=…` */
export function getProfile(network: GraphNetwork, call: Call): Answer {
  const number = readNumber(network, call, 'whatsapp_business_messaging')
  const asked = call.query.get('fields')?.split(',') ?? []
  const unknown = asked.find((name) => ![...FIELDS, 'messaging_product'].includes(name))
  if (unknown !== undefined)
    throw new GraphError(100, {
      message: `(#100) Tried accessing nonexisting field (${unknown})`,
      details: '',
    })
  const profile = { vertical: 'UNDEFINED', ...network.profiles.get(number.id) }
  const shown = Object.entries(profile).filter(([name]) => asked.includes(name))
  return ok({ data: [{ ...Object.fromEntries(shown), messaging_product: 'whatsapp' }] })
}

/** `POST /{phone-number-id}/whatsapp_business_profile` */
export function setProfile(network: GraphNetwork, call: Call): Answer {
  const number = readNumber(network, call, 'whatsapp_business_messaging')
  const parameters = readParameters(call)
  checkProfile(parameters, 'profile')
  const given: Json = Object.fromEntries(Object.entries(parameters).filter(([name]) => FIELDS.includes(name)))
  network.profiles.set(number.id, { ...network.profiles.get(number.id), ...given })
  return ok({ success: true })
}
