import { Curve, generateSignalPubKey } from '@whiskeysockets/baileys'

import { verifySignature } from './xeddsa'

const flipped = (bytes: Uint8Array, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('a signature with an agreement key', () => {
  const message = Buffer.from('olá')

  it('is known, with and without the type in front of the key', () => {
    for (let n = 0; n < 8; n++) {
      const pair = Curve.generateKeyPair()
      const signature = Curve.sign(pair.private, message)
      expect(verifySignature(pair.public, message, signature)).toBe(true)
      expect(verifySignature(generateSignalPubKey(pair.public), message, signature)).toBe(true)
    }
  })

  it('is refused when anything of it differs', () => {
    const pair = Curve.generateKeyPair()
    const signature = Curve.sign(pair.private, message)
    expect(verifySignature(Curve.generateKeyPair().public, message, signature)).toBe(false)
    expect(verifySignature(pair.public, Buffer.from('ola'), signature)).toBe(false)
    for (const at of [0, 31, 32, 62, 63])
      expect(verifySignature(pair.public, message, flipped(signature, at))).toBe(false)
    expect(verifySignature(pair.public, message, signature.subarray(1))).toBe(false)
    expect(verifySignature(Buffer.alloc(31), message, signature)).toBe(false)
    expect(verifySignature(Buffer.alloc(0), message, Buffer.alloc(0))).toBe(false)
  })
})
