import { choosePrimary, type PrimaryFill } from './choose-primary'

const GB = 1_000_000_000
const fill = (companies: number, gigabytes = 0, recent = 0): PrimaryFill => ({
  companies,
  recent,
  bytes: gigabytes * GB,
})

describe('the primary of a new company', () => {
  it.each<[string, [string, ...string[]], Record<string, PrimaryFill>, string]>([
    ['the only one', ['first'], { first: fill(900) }, 'first'],
    ['the first while all are empty', ['first', 'b'], {}, 'first'],
    ['one without companies', ['first', 'b'], { first: fill(1) }, 'b'],
    [
      'the one with the fewest until they are measured',
      ['first', 'b', 'c'],
      { first: fill(9), b: fill(4), c: fill(7, 0, 7) },
      'b',
    ],
    [
      'the one with the fewest until all that have some are measured',
      ['first', 'b'],
      { first: fill(1), b: fill(0, 0.03) },
      'b',
    ],
    ['the earlier of equals', ['first', 'b', 'c'], { first: fill(9), b: fill(4), c: fill(4) }, 'b'],
    ['none that is configured no more', ['first', 'b'], { first: fill(9), b: fill(8), former: fill(0) }, 'b'],
    ['the one with the least bytes', ['first', 'b'], { first: fill(100, 1900), b: fill(120, 100) }, 'b'],
    ['a new one beside full ones', ['first', 'b', 'c'], { first: fill(300, 900), b: fill(280, 950) }, 'c'],
    [
      'still the new one with some recent companies',
      ['first', 'b'],
      { first: fill(100, 1000), b: fill(99, 2, 99) },
      'b',
    ],
    [
      'another once so many are recent that their bytes will fill it',
      ['first', 'b'],
      { first: fill(100, 1000), b: fill(101, 2, 101) },
      'first',
    ],
    [
      'the one with the fewest where all are recent',
      ['first', 'b'],
      { first: fill(3, 0.04, 3), b: fill(2, 0.05, 2) },
      'b',
    ],
  ])('is %s', (_what, names, fills, expected) => {
    expect(choosePrimary(names, new Map(Object.entries(fills)))).toBe(expected)
  })
})
