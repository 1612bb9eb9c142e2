import { errorKinds, isWorthRepeating } from '@balcao/contracts'

import { readRefusal, refusals, type Refusal } from './refusals'

const names = Object.keys(refusals) as Refusal[]

describe('a refusal', () => {
  it.each(names)('%s has words of its own, and a ticket that offers what its rule says', (name) => {
    const { code, again, meaning } = readRefusal(name)
    expect(meaning).not.toBe('')
    if (code === undefined) return expect(['at-once', 'person']).toContain(again)
    expect(errorKinds).toHaveProperty(code)
    expect(isWorthRepeating(code)).toBe(again !== 'never')
  })

  it('shares its words with no other', () => {
    const codes = names.flatMap((name) => readRefusal(name).code ?? [])
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('holds the whole number back where it is about the number', () => {
    expect(names.filter((name) => readRefusal(name).pausesNumber)).toEqual([
      'restricted',
      'unpaid',
      'ban-risk',
    ])
  })
})
