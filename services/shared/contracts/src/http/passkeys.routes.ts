import type { passkeyAnswerBody } from './passkeys.http'
import { route, type Sent } from './route'

/**
 * WebAuthn request options as WhatsApp sends them, bytes in base64url: `PublicKeyCredential.parseRequestOptionsFromJSON`
 * takes them as they are.
 */
export interface PasskeyOptions {
  challenge: string
  /** Milliseconds. */
  timeout: number
  /** The site whose passkey it is: only pages of this host, or of hosts below it, can ask for it. */
  rpId: string
  allowCredentials: { id: string; type: 'public-key'; transports: string[] }[]
  userVerification: 'required' | 'preferred' | 'discouraged'
  extensions: Record<string, boolean>
}

/**
 * Where a linking that asked for a passkey is. `requested`: a browser must answer. `answered`: the phone goes on.
 * `compare`: a person confirms that the phone shows this code. `until`: then the linking is given up.
 */
export type PasskeyStepView =
  | { step: 'requested'; options: PasskeyOptions; until: string }
  | { step: 'answered'; until: string }
  | { step: 'compare'; code: string; until: string }

export const passkeyRoutes = {
  answerPasskey: route('post', '/whatsappsession/:whatsappId/passkey').with<{
    body: Sent<typeof passkeyAnswerBody>
    answer: { message: string }
  }>(),
  confirmPasskey: route('post', '/whatsappsession/:whatsappId/passkey/confirm').with<{
    answer: { message: string }
  }>(),
}
