import {
  addMonths,
  countDaysUntil,
  parseDueDate,
  recurrenceMonths,
  recurrences,
  renewDueDate,
} from './recurrence'

const noon = (day: string) => parseDueDate(day)

describe('months later', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-30', 1, '2026-02-28'],
    ['2026-03-31', 1, '2026-04-30'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-11-22', 3, '2027-02-22'],
  ])('%s + %i is %s', (day, months, expected) => expect(addMonths(noon(day), months)).toEqual(noon(expected)))

  it('counts days in São Paulo: 22:30 there is the next day in UTC', () =>
    expect(addMonths(new Date('2026-02-01T01:30:00Z'), 1)).toEqual(new Date('2026-03-01T01:30:00Z')))

  it('never skips a month, whatever the day and the recurrence', () => {
    const first = noon('2027-01-01').getTime()
    for (let day = 0; day < 1_500; day += 1) {
      const from = new Date(first + day * 86_400_000)
      for (const recurrence of recurrences) {
        const months = recurrenceMonths[recurrence]
        const moved = addMonths(from, months)
        const index = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
        expect(index(moved) - index(from)).toBe(months)
        expect(moved.getUTCDate()).toBeLessThanOrEqual(from.getUTCDate())
      }
    }
  })
})

describe('a renewal', () => {
  const now = noon('2026-11-22')
  it.each([
    ['from the due date while it lies ahead', noon('2026-12-05'), '2027-01-05'],
    ['from today once it has passed', noon('2026-10-01'), '2026-12-22'],
  ])('counts %s', (_case, dueAt, expected) => expect(renewDueDate(dueAt, now, 1)).toEqual(noon(expected)))
})

it.each([
  ['2026-11-27', 5],
  ['2026-11-22', 0],
  ['2026-11-18', -4],
])('%s is %i days away', (day, days) =>
  expect(countDaysUntil(noon(day), new Date('2026-11-23T02:30:00Z'))).toBe(days),
)
