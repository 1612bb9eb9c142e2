import { endpoint } from './endpoint'
import { emptyBody, idText, literals, object, string, text } from './fields'
import { passkeyRoutes } from './passkeys.routes'

const MAX_BYTES_TEXT = 8_192

const bytesText = () => text(MAX_BYTES_TEXT).matches(/^[\w-]*$/, 'Invalid bytes')

/** What `PublicKeyCredential.toJSON` makes of an assertion, without what WhatsApp does not read. */
export const passkeyAnswerBody = object({
  id: bytesText().required(literals.required),
  rawId: bytesText().required(literals.required),
  type: string()
    .oneOf(['public-key'] as const)
    .required(literals.required),
  response: object({
    clientDataJSON: bytesText().required(literals.required),
    authenticatorData: bytesText().required(literals.required),
    signature: bytesText().required(literals.required),
    userHandle: bytesText().nullable().default(null),
  }).required(literals.required),
})

const params = object({ whatsappId: idText().required() })

export const answerPasskey = endpoint(passkeyRoutes.answerPasskey, {
  access: 'admin',
  params,
  body: passkeyAnswerBody,
  tag: 'connections',
  summary: 'The browser’s answer to a linking that asks for a passkey (`passkey.step` is `requested`).',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED', 'ERR_WAPP_PASSKEY'],
})

export const confirmPasskey = endpoint(passkeyRoutes.confirmPasskey, {
  access: 'admin',
  params,
  body: emptyBody,
  tag: 'connections',
  summary: 'Says that the phone shows the code of `passkey.step` `compare`, and links it.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED', 'ERR_WAPP_PASSKEY'],
})
