import type { PasskeyOptions } from '@balcao/contracts'

const MAX_BYTES = 16 * 1024
const MAX_CREDENTIALS = 64
const MAX_TIMEOUT_MS = 10 * 60_000
const BYTES = /^[\w-]{1,2048}$/
const HOST = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/
const TRANSPORT = /^[a-z-]{1,20}$/

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

const isBytes = (value: unknown): value is string => typeof value === 'string' && BYTES.test(value)

function parse(content: Uint8Array): unknown {
  if (content.length > MAX_BYTES) return undefined
  try {
    return JSON.parse(Buffer.from(content).toString('utf8'))
  } catch {
    return undefined
  }
}

function readCredentials(list: unknown): PasskeyOptions['allowCredentials'] {
  const items = Array.isArray(list) ? (list as unknown[]).slice(0, MAX_CREDENTIALS) : []
  return items.filter(isJson).flatMap(({ id, transports }) => {
    if (!isBytes(id)) return []
    const known = Array.isArray(transports) ? (transports as unknown[]) : []
    const names = known.filter((name): name is string => typeof name === 'string' && TRANSPORT.test(name))
    return [{ id, type: 'public-key' as const, transports: names }]
  })
}

const readFlags = (extensions: unknown): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(isJson(extensions) ? extensions : {}).filter(
      (entry): entry is [string, boolean] =>
        /^[a-zA-Z]{1,40}$/.test(entry[0]) && typeof entry[1] === 'boolean',
    ),
  )

const parseUserVerification = (value: unknown): PasskeyOptions['userVerification'] =>
  value === 'preferred' || value === 'discouraged' ? value : 'required'

/**
 * The WebAuthn options of `<passkey_request_options>`, UTF-8 JSON (whatsmeow types/passkey.go, 2026-08-21;
 * WhiskeySockets/Baileys #2689, comment of 2026-07-08), reduced to validated fields that a page can use unchanged;
 * undefined when they are unusable.
 */
export function readPasskeyOptions(content: Uint8Array): PasskeyOptions | undefined {
  const json = parse(content)
  if (!isJson(json)) return undefined
  const { challenge, rpId, timeout } = json
  if (!isBytes(challenge) || typeof rpId !== 'string' || !HOST.test(rpId)) return undefined
  return {
    challenge,
    rpId,
    timeout: typeof timeout === 'number' && timeout > 0 ? Math.min(timeout, MAX_TIMEOUT_MS) : MAX_TIMEOUT_MS,
    allowCredentials: readCredentials(json['allowCredentials']),
    userVerification: parseUserVerification(json['userVerification']),
    extensions: readFlags(json['extensions']),
  }
}
