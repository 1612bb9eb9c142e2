import { passkeyAnswerBody, type PasskeyOptions } from '@balcao/contracts'

import type { PasskeyAnswer } from '../../data/connections.api'

/** The page that WhatsApp's passkeys belong to. */
export const WHATSAPP_WEB_URL = 'https://web.whatsapp.com'

/** The extension, packed (`scripts/pack-extension.mjs`). */
export const EXTENSION_URL = '/passkey-extension.zip'

/** WhatsApp's page with the request of this desk, which the extension reads from behind the `#`: no server sees it. */
export const buildRequestUrl = (options: PasskeyOptions, desk: string): string =>
  `${WHATSAPP_WEB_URL}/#${new URLSearchParams({ 'balcao-passkey': JSON.stringify({ desk, options }) })}`

/** Whether a page of this host may ask for the passkeys of a site (W3C Web Authentication, 5.1.4.1). */
export const canAskBrowser = (rpId: string, hostname: string): boolean =>
  hostname === rpId || hostname.endsWith(`.${rpId}`)

/** Parses the assertion from `PublicKeyCredential.toJSON` or our snippet; null when it is none. */
export function parseAnswer(text: string): PasskeyAnswer | null {
  try {
    return passkeyAnswerBody.validateSync(JSON.parse(text), { stripUnknown: true })
  } catch {
    return null
  }
}

/** Asks this browser for the passkey. Rejects when the user declines, or has none. */
export async function askBrowser(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options })
  const credential = await navigator.credentials.get({ publicKey })
  const answer = parseAnswer(JSON.stringify(credential))
  if (!answer) throw new Error('The browser gave no passkey.')
  return answer
}

/**
 * Code for the console of WhatsApp's own page: asks the browser for the passkey and shows the answer
 * in a box to copy. It sends nothing, and reads nothing of the page.
 */
export const buildPasskeySnippet = ({
  challenge,
  allowCredentials,
  ...rest
}: PasskeyOptions): string => `(async () => {
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
  const text = (buffer) => buffer && btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=/g, '')
  const allowCredentials = ${JSON.stringify(allowCredentials)}.map((one) => ({ ...one, id: bytes(one.id) }))
  const publicKey = { ...${JSON.stringify(rest)}, challenge: bytes(${JSON.stringify(challenge)}), allowCredentials }
  const { id, rawId, type, response } = await navigator.credentials.get({ publicKey })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const answer = JSON.stringify({ id, rawId: text(rawId), type, response: { clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature), userHandle: text(userHandle) } })
  const box = document.createElement('textarea')
  box.id = 'balcao-passkey'
  box.value = answer
  box.readOnly = true
  box.style.cssText = 'position:fixed;inset:16px 16px auto;height:120px;z-index:99999;font:13px monospace'
  document.body.append(box)
  box.select()
  console.log(answer)
})().catch((error) => console.error('Balcão: ' + error.message))`
