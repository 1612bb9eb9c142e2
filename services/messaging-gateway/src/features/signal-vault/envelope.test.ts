import { createSecretKey, randomBytes } from 'node:crypto'

import { NONCE_BYTES, seal, unseal } from './envelope'

const key = createSecretKey(randomBytes(32))
const plain = Buffer.from('a ratchet')
const sealed = seal(key, 'here', plain, randomBytes(NONCE_BYTES))

describe('a sealed value', () => {
  it('opens with its key in its context', () => {
    expect(unseal(key, 'here', sealed)).toEqual(plain)
    expect(sealed.includes(plain)).toBe(false)
  })

  it('may be empty', () => {
    const empty = seal(key, 'here', Buffer.alloc(0), randomBytes(NONCE_BYTES))
    expect(unseal(key, 'here', empty)).toEqual(Buffer.alloc(0))
  })

  it('opens in no other context and with no other key', () => {
    expect(unseal(key, 'there', sealed)).toBeUndefined()
    expect(unseal(createSecretKey(randomBytes(32)), 'here', sealed)).toBeUndefined()
  })

  it('does not open after any of its bits was changed', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(unseal(key, 'here', changed)).toBeUndefined()
    }
  })

  it('does not open when it is cut short', () => {
    for (let length = 0; length < sealed.length; length += 1)
      expect(unseal(key, 'here', sealed.subarray(0, length))).toBeUndefined()
  })

  it('is another one under another nonce', () => {
    expect(seal(key, 'here', plain, randomBytes(NONCE_BYTES)).equals(sealed)).toBe(false)
  })
})
