import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
/** First byte of everything sealed, and part of what the tag covers. */
const FORMAT = 1
export const NONCE_BYTES = 12
const TAG_BYTES = 16
const OVERHEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES

const boundTo = (place: string) => Buffer.from(`${FORMAT}:${place}`)

/**
 * `plain` under AES-256-GCM: format, nonce, ciphertext, tag.
 * @param place where it will lie; it opens nowhere else.
 * @param nonce 12 random bytes, never twice under one key.
 */
export function seal(key: KeyObject, place: string, plain: Uint8Array, nonce: Uint8Array): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo(place))
  const hidden = cipher.update(plain)
  cipher.final()
  return Buffer.concat([Buffer.of(FORMAT), nonce, hidden, cipher.getAuthTag()])
}

/** What was sealed; undefined under another key, at another place, or after a change of a single bit. */
export function unseal(key: KeyObject, place: string, sealed: Uint8Array): Buffer | undefined {
  if (sealed.length < OVERHEAD_BYTES || sealed[0] !== FORMAT) return undefined
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(place))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  const plain = decipher.update(sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES))
  try {
    decipher.final()
  } catch {
    // The tag does not fit: that is the answer.
    return undefined
  }
  return plain
}
