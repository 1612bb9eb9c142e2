import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
/** First byte of a sealed value, and covered by the tag. */
const FORMAT = 1
export const NONCE_BYTES = 12
const TAG_BYTES = 16
const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES

const encodeAad = (context: string) => Buffer.from(`${FORMAT}:${context}`)

/**
 * `plain` under AES-256-GCM: format, nonce, ciphertext, tag.
 * @param context additional authenticated data: the value opens with the same context only.
 * @param nonce 12 random bytes, never twice under one key.
 */
export function seal(key: KeyObject, context: string, plain: Uint8Array, nonce: Uint8Array): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(encodeAad(context))
  const hidden = cipher.update(plain)
  cipher.final()
  return Buffer.concat([Buffer.of(FORMAT), nonce, hidden, cipher.getAuthTag()])
}

/** The plaintext; undefined under another key, in another context, or after a change of a single bit. */
export function unseal(key: KeyObject, context: string, sealed: Uint8Array): Buffer | undefined {
  if (sealed.length < OVERHEAD_BYTES || sealed[0] !== FORMAT) return undefined
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(encodeAad(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  const plain = decipher.update(sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES))
  try {
    decipher.final()
  } catch {
    // `final` throws when the tag does not match.
    return undefined
  }
  return plain
}
