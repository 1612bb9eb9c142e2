import { isFresh, toKnownNumbers, type KnownNumber } from './number-check'

const checkedAt = new Date('2026-03-01T12:00:00Z')
const after = (minutes: number) => new Date(checkedAt.getTime() + minutes * 60_000)
const known = (exists: boolean): KnownNumber => ({
  asked: '5511999990001',
  number: '5511999990001',
  exists,
  checkedAt,
})

describe('the answer to a number check', () => {
  it.each([
    [true, 7 * 24 * 60 - 1, true],
    [true, 7 * 24 * 60, false],
    [false, 3 * 24 * 60 - 1, true],
    [false, 3 * 24 * 60, false],
  ])('(exists: %s) is fresh after %d minutes: %s', (exists, minutes, expected) => {
    expect(isFresh(known(exists), after(minutes))).toBe(expected)
  })

  it('is cached also under the number as WhatsApp writes it', () => {
    const check = { exists: true, number: '551187650001' }
    expect(
      toKnownNumbers('5511987650001', check, checkedAt).map(({ asked, number }) => [asked, number]),
    ).toEqual([
      ['5511987650001', '551187650001'],
      ['551187650001', '551187650001'],
    ])
  })

  it('is cached only under the number asked when it does not exist', () => {
    expect(toKnownNumbers('5511987650001', { exists: false, number: '' }, checkedAt)).toEqual([
      { asked: '5511987650001', number: '5511987650001', exists: false, checkedAt },
    ])
  })
})
