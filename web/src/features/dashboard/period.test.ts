import { formatMinutes, roundRating, startFilter, toDates } from './period'

const now = new Date(2026, 10, 22, 23, 30)

describe('the filter of the dashboard', () => {
  it('begins with the month until today', () =>
    expect(toDates(startFilter(now), now)).toEqual({ from: '2026-11-01', to: '2026-11-22' }))
  it('has the last days, today among them', () =>
    expect(toDates({ ...startFilter(now), type: 'period', days: 30 }, now)).toEqual({
      from: '2026-10-24',
      to: '2026-11-22',
    }))
  it('has nothing without both dates', () => {
    expect(toDates({ ...startFilter(now), from: '' }, now)).toBeUndefined()
    expect(toDates({ ...startFilter(now), to: '' }, now)).toBeUndefined()
  })
})

it.each([
  [0, '0m'],
  [59, '59m'],
  [65, '1h 05m'],
  [1_500, '25h 00m'],
])('%i minutes are %s', (minutes, text) => expect(formatMinutes(minutes)).toBe(text))

it.each([
  [1, 1],
  [1.49, 1],
  [1.5, 2],
  [2.49, 2],
  [2.5, 3],
])('a rating of %d is %i', (rating, rounded) => expect(roundRating(rating)).toBe(rounded))
