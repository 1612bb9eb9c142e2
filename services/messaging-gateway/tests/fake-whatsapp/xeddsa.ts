import {
  createHash,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  sign as edSign,
  verify as edVerify,
} from 'node:crypto'

const X25519_PRIVATE = Buffer.from('302e020100300506032b656e04220420', 'hex')
const ED25519_PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')
const ED25519_PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')
const PRIME = 2n ** 255n - 19n

/** A key that both agrees and signs, as the protocol's identity keys do. */
export interface SigningKey {
  public: Buffer
  private: Buffer
  sign(message: Uint8Array): Buffer
}

/**
 * Both halves come from one Ed25519 seed, so Node signs in 0.1 ms. The protocol library signs with any X25519 key, in
 * JavaScript, and takes 8 ms, which a thousand phones would feel.
 */
export function makeSigningKey(): SigningKey {
  const seed = randomBytes(32)
  const scalar = createHash('sha512').update(seed).digest().subarray(0, 32)
  scalar[0] = (scalar[0] ?? 0) & 248
  scalar[31] = ((scalar[31] ?? 0) & 127) | 64
  const edKey = createPrivateKey({
    key: Buffer.concat([ED25519_PRIVATE, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const xKey = createPrivateKey({
    key: Buffer.concat([X25519_PRIVATE, scalar]),
    format: 'der',
    type: 'pkcs8',
  })
  const edPublic = rawPublic(edKey)
  return {
    private: Buffer.from(scalar),
    public: rawPublic(xKey),
    sign: (message) => {
      const signature = edSign(null, message, edKey)
      signature[63] = (signature[63] ?? 0) | ((edPublic[31] ?? 0) & 0x80)
      return signature
    },
  }
}

/** Whether the owner of the X25519 key signed this. The library's own `Curve.verify` says yes to everything. */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  const plain = Buffer.from(signature)
  const edwards = toEdwards(publicKey, (plain[63] ?? 0) & 0x80)
  plain[63] = (plain[63] ?? 0) & 0x7f
  const key = createPublicKey({ key: Buffer.concat([ED25519_PUBLIC, edwards]), format: 'der', type: 'spki' })
  return edVerify(null, message, key, plain)
}

const rawPublic = (key: ReturnType<typeof createPrivateKey>): Buffer =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32)

/** y = (u - 1) / (u + 1), with the sign that travels in the signature. */
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
