import { findBudgetMonth } from './budget-month'

describe('the month of a budget', () => {
  it.each([
    ['2026-11-28T12:00:00Z', 'America/Sao_Paulo', '2026-11', 30],
    // São Paulo is three hours behind, Tokyo nine ahead.
    ['2026-12-01T02:59:59Z', 'America/Sao_Paulo', '2026-11', 30],
    ['2026-12-01T03:00:00Z', 'America/Sao_Paulo', '2026-12', 31],
    ['2026-12-31T15:00:00Z', 'Asia/Tokyo', '2027-01', 31],
    ['2028-02-10T12:00:00Z', 'UTC', '2028-02', 29],
    ['2027-02-10T12:00:00Z', 'UTC', '2027-02', 28],
  ])('at %s in %s is %s', (now, timeZone, month, last) =>
    expect(findBudgetMonth(new Date(now), timeZone)).toEqual({
      month,
      from: `${month}-01`,
      to: `${month}-${last}`,
    }),
  )
})
