import { randomBytes } from 'node:crypto'

import { companyId } from '@balcao/contracts'

import { makeDataKey, openDataKey, rewrapDataKey } from './data-key'
import { parseKeyRing } from './key-ring'

const [company, other] = [companyId(7), companyId(8)]
const [a, b] = ['a', 'b'].map((id) => `${id}:${randomBytes(32).toString('base64')}`)
const old = parseKeyRing(`${a}`)
const both = parseKeyRing(`${b},${a}`)
const next = parseKeyRing(`${b}`)
const wrapped = makeDataKey(old, company, 3)

describe('a data key', () => {
  it('opens with the master key that wrapped it, current or not', () => {
    const opened = openDataKey(old, company, wrapped)
    expect(opened.version).toBe(3)
    expect(openDataKey(both, company, wrapped).key.equals(opened.key)).toBe(true)
  })

  it('is the same after the master key was changed', () => {
    const rewrapped = rewrapDataKey(both, company, wrapped)
    expect(rewrapped).toMatchObject({ version: 3, masterKeyId: 'b' })
    expect(openDataKey(next, company, rewrapped).key.equals(openDataKey(old, company, wrapped).key)).toBe(
      true,
    )
  })

  it('names the missing master key in its error', () => {
    expect(() => openDataKey(next, company, wrapped)).toThrow(
      'data key 3 of company 7 needs the key "a", which WHATSAPP_VAULT_KEYS does not have',
    )
  })

  it('says that the master key of this name is another one', () => {
    const wrong = parseKeyRing(`a:${randomBytes(32).toString('base64')}`)
    expect(() => openDataKey(wrong, company, wrapped)).toThrow('data key 3 of company 7 does not open')
  })

  it.each([
    ['another company', other, wrapped],
    ['another version', company, { ...wrapped, version: 4 }],
  ])('does not open as the one of %s', (_case, owner, moved) => {
    expect(() => openDataKey(old, owner, moved)).toThrow('does not open')
  })
})
