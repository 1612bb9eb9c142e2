import { createPublicKey, verify } from 'node:crypto'

const ED25519_PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')
const PRIME = 2n ** 255n - 19n
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
/** Length of Signal's public keys, which begin with a type byte. */
const WITH_TYPE = 33

/**
 * Whether the owner of an X25519 key signed this: XEdDSA, with the sign of the Edwards point
 * in the last bit of the signature (https://signal.org/docs/specifications/xeddsa/). The
 * protocol library computes the same and ignores the result.
 * @param publicKey 32 bytes, or 33 with Signal's type byte.
 */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const key = publicKey.length === WITH_TYPE ? publicKey.subarray(1) : publicKey
  if (key.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false
  const plain = Buffer.from(signature)
  const edwards = toEdwards(key, (plain[63] ?? 0) & 0x80)
  plain[63] = (plain[63] ?? 0) & 0x7f
  const der = Buffer.concat([ED25519_PUBLIC, edwards])
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), plain)
}

/** y = (u - 1) / (u + 1), with the sign from the signature. */
function toEdwards(publicKey: Uint8Array, sign: number): Buffer {
  const u = BigInt(`0x${Buffer.from(publicKey).reverse().toString('hex')}`) % 2n ** 255n
  const y = modulo((u - 1n) * power(u + 1n, PRIME - 2n))
  const bytes = Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse()
  bytes[31] = (bytes[31] ?? 0) | sign
  return bytes
}

const modulo = (value: bigint): bigint => ((value % PRIME) + PRIME) % PRIME

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let factor = modulo(base), left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = modulo(result * factor)
    factor = modulo(factor * factor)
  }
  return result
}
