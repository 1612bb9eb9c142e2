import { isRecord, readNumber, readRecord, readText } from '@balcao/kernel'

import type { KeyRecord } from '../../../features/signal-vault/signal-vault.port'
import { verifySignature } from './xeddsa'

/** A session of another program over the same library, as texts in JSON. */
export interface ForeignSession {
  /** Credentials, and in some versions all keys; '' without any. */
  state: string
  /** One secret each, where they are kept apart. */
  keys: readonly { type: string; id: string; value: string }[]
}

export type ConvertedSession = { credentials: Uint8Array; keys: KeyRecord[] } | { fault: string }

const KEY_BYTES = 32
const KEY_TYPE = 5

/* As the library calls them, and as the first versions grouped them. */
const groupNames: Readonly<Record<string, string>> = {
  preKeys: 'pre-key',
  sessions: 'session',
  senderKeys: 'sender-key',
  appStateSyncKeys: 'app-state-sync-key',
}

/* Buffers as versions of the library wrote them: base64, a list of bytes, or members by number. */
function readBuffer(value: Record<string, unknown>): Buffer | undefined {
  if (value['type'] === 'Buffer' || value['buffer'] === true) {
    const data = value['data'] ?? value['value']
    if (typeof data === 'string') return Buffer.from(data, 'base64')
    return Array.isArray(data) ? Buffer.from(data as number[]) : undefined
  }
  const entries = Object.entries(value)
  const isList =
    entries.length > 0 && entries.every(([key, byte], nth) => key === String(nth) && typeof byte === 'number')
  return isList ? Buffer.from(entries.map(([, byte]) => byte as number)) : undefined
}

const revive = (_: string, value: unknown): unknown =>
  isRecord(value) ? (readBuffer(value) ?? value) : value

/* A Buffer's `toJSON` has run before the replacer. */
const replace = (_: string, value: unknown): unknown => {
  const bytes =
    isRecord(value) && value['type'] === 'Buffer' && Array.isArray(value['data']) ? value['data'] : undefined
  return bytes ? { type: 'Buffer', data: Buffer.from(bytes as number[]).toString('base64') } : value
}

const encode = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value, replace))

function parse(text: string): unknown {
  try {
    return JSON.parse(text, revive)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const isKey = (value: unknown): value is Buffer => Buffer.isBuffer(value) && value.length === KEY_BYTES

const isKeyPair = (value: unknown): value is { public: Buffer; private: Buffer } =>
  isRecord(value) && isKey(value['public']) && isKey(value['private'])

/* What the network knows of the device: without one of these it would have to be linked again. */
function findFault(creds: Record<string, unknown>): string {
  if ('WABrowserId' in creds) return 'it is of whatsapp-web.js, whose link is in a browser'
  if ('clientID' in creds || 'encKey' in creds) return 'it is of a protocol that WhatsApp has ended'
  if (readText(readRecord(creds['me'])['id']) === '' || !isRecord(creds['account']))
    return 'it was never linked'
  const { noiseKey, signedIdentityKey: identity, signedPreKey } = creds
  const { keyPair, signature, keyId } = readRecord(signedPreKey)
  const isWhole =
    isKeyPair(noiseKey) &&
    isKeyPair(identity) &&
    isKeyPair(keyPair) &&
    Buffer.isBuffer(signature) &&
    [keyId, creds['registrationId'], creds['nextPreKeyId'], creds['firstUnuploadedPreKeyId']].every(
      (number) => readNumber(number) !== undefined,
    )
  if (!isWhole) return 'its keys are not whole'
  const signed = Buffer.concat([Buffer.from([KEY_TYPE]), keyPair.public])
  return verifySignature(identity.public, signed, signature) ? '' : 'its keys do not belong together'
}

/*
 * What the library keeps is left out where the network gives it again or where another version has another form: who has our group keys,
 * devices, versions of the settings. Without the first our group keys are sent once more; the others are asked for.
 */
const isKept: Readonly<Record<string, (value: unknown) => boolean>> = {
  'pre-key': isKeyPair,
  session: (value) => isRecord(value) && isRecord(value['_sessions']),
  'sender-key': (value) => Buffer.isBuffer(value),
  'app-state-sync-key': isRecord,
  'lid-mapping': (value) => typeof value === 'string' && value !== '',
  tctoken: (value) => isRecord(value) && Buffer.isBuffer(value['token']),
}

function* listKeys(
  state: Record<string, unknown>,
  { keys }: ForeignSession,
): Generator<[string, string, unknown]> {
  for (const [group, values] of Object.entries(readRecord(state['keys'])))
    for (const [id, value] of Object.entries(readRecord(values)))
      yield [groupNames[group] ?? group, id, value]
  for (const { type, id, value } of keys) yield [type, id, parse(value)]
}

/** The session as this program stores it, or why its number must be linked again. */
export function convertSession(foreign: ForeignSession): ConvertedSession {
  if (foreign.state.trim() === '') return { fault: 'the database has none' }
  const state = parse(foreign.state)
  if (!isRecord(state)) return { fault: 'it is not of Baileys' }
  const creds = isRecord(state['creds']) ? state['creds'] : state
  const fault = findFault(creds)
  if (fault !== '') return { fault }
  const keys = [...listKeys(state, foreign)].flatMap(([type, id, value]) =>
    isKept[type]?.(value) ? [{ type, id, value: encode(value) }] : [],
  )
  if (!keys.some(({ type }) => type === 'session') && !keys.some(({ type }) => type === 'pre-key'))
    return { fault: 'its keys are not in the database' }
  // The secret of the QR code has been used.
  return { credentials: encode({ ...creds, advSecretKey: '', processedHistoryMessages: [] }), keys }
}

/** Digits of the number that the session is linked to. */
export const readLinkedNumber = (credentials: Uint8Array): string =>
  readText(readRecord(readRecord(JSON.parse(Buffer.from(credentials).toString()))['me'])['id']).split(
    /[:@]/,
  )[0] ?? ''
