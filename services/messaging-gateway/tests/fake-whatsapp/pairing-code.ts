import { randomBytes } from 'node:crypto'

import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  Curve,
  derivePairingCodeKey,
  hkdf,
  type BinaryNode,
  type KeyPair,
} from '@whiskeysockets/baileys'

import type { SignalPhone } from './signal-phone'
import { readBytes, findChild } from './stanza'

const EMPTY = Buffer.alloc(0)

/** The phone's data once the code was typed: its own key for this exchange, and the client's. */
export interface CodeKeys {
  ephemeral: KeyPair
  companionKey: Buffer
}

/** A public key encrypted with a key derived from the eight characters; client and phone both send one. */
export async function wrapKey(code: string, key: Uint8Array): Promise<Buffer> {
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  return Buffer.concat([salt, iv, aesEncryptCTR(key, await derivePairingCodeKey(code, salt), iv)])
}

export async function unwrapKey(code: string, wrapped: Buffer): Promise<Buffer> {
  const key = await derivePairingCodeKey(code, wrapped.subarray(0, 32))
  return aesDecryptCTR(wrapped.subarray(48, 80), key, wrapped.subarray(32, 48))
}

/** @throws when the client's bundle cannot be decrypted, which is the case for a wrong code. */
export function deriveAdvSecret(
  { ephemeral, companionKey }: CodeKeys,
  phone: SignalPhone,
  request: BinaryNode,
): Buffer {
  const wrapped = readBytes(findChild(request, 'link_code_pairing_wrapped_key_bundle'))
  const shared = Curve.sharedKey(ephemeral.private, companionKey)
  const key = hkdf(shared, 32, {
    salt: wrapped.subarray(0, 32),
    info: 'link_code_pairing_key_bundle_encryption_key',
  })
  const opened = aesDecryptGCM(wrapped.subarray(44), key, wrapped.subarray(32, 44), EMPTY)
  const identityShared = Curve.sharedKey(
    phone.identity.private,
    readBytes(findChild(request, 'companion_identity_public')),
  )
  const material = Buffer.concat([shared, identityShared, opened.subarray(64)])
  return Buffer.from(hkdf(material, 32, { info: 'adv_secret' }))
}
