import { isFresh, learnedFrom, type KnownNumber } from './number-check'

const checkedAt = new Date('2026-03-01T12:00:00Z')
const after = (minutes: number) => new Date(checkedAt.getTime() + minutes * 60_000)
const known = (exists: boolean): KnownNumber => ({
  asked: '5511999990001',
  number: '5511999990001',
  exists,
  checkedAt,
})

describe('what is known of a number', () => {
  it.each([
    [true, 7 * 24 * 60 - 1, true],
    [true, 7 * 24 * 60, false],
    [false, 59, true],
    [false, 60, false],
  ])('that exists: %s stands after %d minutes: %s', (exists, minutes, expected) => {
    expect(isFresh(known(exists), after(minutes))).toBe(expected)
  })

  it('covers the form in which the network writes it', () => {
    const check = { exists: true, number: '551187650001' }
    expect(
      learnedFrom('5511987650001', check, checkedAt).map(({ asked, number }) => [asked, number]),
    ).toEqual([
      ['5511987650001', '551187650001'],
      ['551187650001', '551187650001'],
    ])
  })

  it('says nothing of other forms when nobody has it', () => {
    expect(learnedFrom('5511987650001', { exists: false, number: '' }, checkedAt)).toEqual([
      { asked: '5511987650001', number: '5511987650001', exists: false, checkedAt },
    ])
  })
})
