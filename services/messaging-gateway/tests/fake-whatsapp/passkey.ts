import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

import type { PasskeyOptions } from '@balcao/contracts'

import type { PasskeyAnswer } from '../../src/features/whatsapp-driver'

/** The server's record of an account's passkey. */
export interface EnrolledPasskey {
  credentialId: Buffer
  publicKey: KeyObject
  rpId: string
  /** Origin of the page that may request it. */
  origin: string
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HASH_BYTES = 32

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer): string => bytes.toString('base64url')

/** A passkey without a browser or an authenticator: creates the same assertions. */
export class SoftPasskey {
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly credentialId = randomBytes(16)

  constructor(
    private readonly rpId = 'whatsapp.com',
    private readonly origin = 'https://web.whatsapp.com',
  ) {}

  get enrolled(): EnrolledPasskey {
    const { credentialId, rpId, origin } = this
    return { credentialId, publicKey: createPublicKey(this.keys.privateKey), rpId, origin }
  }

  answer({ challenge, rpId }: Pick<PasskeyOptions, 'challenge' | 'rpId'>): PasskeyAnswer {
    const client = { type: 'webauthn.get', challenge, origin: this.origin, crossOrigin: false }
    const clientDataJSON = Buffer.from(JSON.stringify(client))
    const flags = Buffer.of(USER_PRESENT | USER_VERIFIED, 0, 0, 0, 1)
    const authenticatorData = Buffer.concat([sha256(rpId), flags])
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)])
    return {
      id: base64url(this.credentialId),
      rawId: base64url(this.credentialId),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, this.keys.privateKey)),
        userHandle: null,
      },
    }
  }
}

/**
 * The error of an assertion by W3C Web Authentication, 7.2; undefined: none.
 * @param json the content of `<webauthn_assertion>`
 */
export function findFault(
  passkey: EnrolledPasskey | undefined,
  challenge: string,
  json: string,
): string | undefined {
  if (!passkey) return 'the account has no passkey'
  const { rawId, type, response } = JSON.parse(json) as PasskeyAnswer
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  if (type !== 'public-key' || !bytes(rawId).equals(passkey.credentialId)) return 'another credential'
  const client = JSON.parse(bytes(response.clientDataJSON).toString()) as Record<string, unknown>
  if (client['type'] !== 'webauthn.get' || client['challenge'] !== challenge) return 'another challenge'
  if (client['origin'] !== passkey.origin) return `another origin: ${String(client['origin'])}`
  const data = bytes(response.authenticatorData)
  if (!data.subarray(0, HASH_BYTES).equals(sha256(passkey.rpId))) return 'another relying party'
  const wanted = USER_PRESENT | USER_VERIFIED
  if (((data[HASH_BYTES] ?? 0) & wanted) !== wanted) return 'the user was not verified'
  const signed = Buffer.concat([data, sha256(bytes(response.clientDataJSON))])
  return verify('sha256', signed, passkey.publicKey, bytes(response.signature))
    ? undefined
    : 'another signature'
}
