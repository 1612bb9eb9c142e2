import { formatChange, formatMinutes, roundRating, startFilter, toDates, toDatesBefore } from './period'

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
  ['a day', '2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21'],
  ['a month until today', '2026-11-01', '2026-11-22', '2026-10-10', '2026-10-31'],
  ['over the turn of a year', '2027-01-01', '2027-01-31', '2026-12-01', '2026-12-31'],
])('before %s are as many days', (_, from, to, first, last) =>
  expect(toDatesBefore({ from, to })).toEqual({ from: first, to: last }),
)

it.each([
  [112, 100, '+12%'],
  [100, 100, '0%'],
  [1, 3, '-67%'],
  [5, 0, undefined],
])('%d after %d is a change of %s', (now, before, text) =>
  expect(formatChange(now, before, 'pt-BR')).toBe(text),
)

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
