import { computeSpentPercent, isBudgetSpent, listReachedPercents } from './message-budget'

describe('a monthly budget', () => {
  it.each([
    [0, 1, [], false],
    [79_999_999, 100_000_000, [], false],
    [80_000_000, 100_000_000, [80], false],
    [99_999_999, 100_000_000, [80], false],
    [100_000_000, 100_000_000, [80, 100], true],
    [250_000_000, 100_000_000, [80, 100], true],
    [1, 1, [80, 100], true],
    // 80 % of three is no whole number of millionths.
    [2, 3, [], false],
    [800_000_000_000_000, 1_000_000_000_000_000, [80], false],
    [5_000_000, null, [], false],
  ])('with %s of %s spent has reached %j', (spent, budget, reached, isSpent) => {
    expect(listReachedPercents(spent, budget)).toEqual(reached)
    expect(isBudgetSpent(spent, budget)).toBe(isSpent)
  })

  it.each([
    [0, 500_000, 0],
    // 0.58 / 0.5 * 100 is 115.99999999999999.
    [580_000, 500_000, 116],
    [999_999, 1_000_000, 99],
    [1_000_000, 1_000_000, 100],
    [2, 3, 66],
  ])('with %s of %s spent is at %d percent', (spent, budget, percent) =>
    expect(computeSpentPercent(spent, budget)).toBe(percent),
  )
})
