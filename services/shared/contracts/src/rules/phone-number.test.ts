import fc from 'fast-check'

import { completePhone, normalizePhone } from './phone-number'

describe('a typed number', () => {
  it.each([
    ['(11) 98765-4321', '5511987654321'],
    ['11 8765-4321', '551187654321'],
    ['011 3210-4321', '551132104321'],
    ['+55 (11) 98765-4321', '5511987654321'],
    ['5511987654321', '5511987654321'],
    ['+1 415 555-0101', '14155550101'],
    ['14155550101', '14155550101'],
    ['00351912345678', '00351912345678'],
    ['abc', ''],
  ])('%s is %s', (typed, complete) => expect(completePhone(typed)).toBe(complete))
})

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
/* An area code and the eight digits of a mobile number. */
const mobiles = fc.tuple(fc.stringMatching(/^[1-9][1-9]$/), fc.stringMatching(/^[6-9][0-9]{7}$/))
const anyNumber = fc.oneof(
  fc.integer({ min: 8, max: 15 }).chain(digits),
  mobiles.map(([area, local]) => `55${area}${local}`),
  mobiles.map(([area, local]) => `55${area}9${local}`),
)

describe('the canonical form of a number', () => {
  it('is its own canonical form', () =>
    fc.assert(
      fc.property(anyNumber, (number) => {
        expect(normalizePhone(normalizePhone(number))).toBe(normalizePhone(number))
      }),
    ))

  it('is the same for a mobile number with and without the ninth digit, and however it is typed', () =>
    fc.assert(
      fc.property(mobiles, fc.constantFrom('-', ' ', '.', ''), ([area, local], mark) => {
        const typed = [
          `+55 (${area}) 9${local.slice(0, 4)}${mark}${local.slice(4)}`,
          `${area}${mark}${local}`,
          `0${area} 9${local}`,
          `55${area}9${local}`,
        ]
        const forms = typed.map((text) => normalizePhone(completePhone(text)))
        expect(new Set(forms)).toEqual(new Set([`55${area}${local}`]))
      }),
    ))

  it('differs for different numbers, and changes nothing but the ninth digit', () =>
    fc.assert(
      fc.property(anyNumber, anyNumber, (one, other) => {
        const shortForms = [one, other].map((number) => number.replace(/^(55[1-9]\d)9([6-9]\d{7})$/, '$1$2'))
        expect(normalizePhone(one) === normalizePhone(other)).toBe(shortForms[0] === shortForms[1])
        if (!/^55[1-9]\d9[6-9]\d{7}$/.test(one)) expect(normalizePhone(one)).toBe(one)
      }),
    ))
})
