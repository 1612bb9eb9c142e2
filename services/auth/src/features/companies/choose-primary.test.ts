import { choosePrimary } from './choose-primary'

describe('the primary of a new company', () => {
  it.each([
    ['the only one', ['first'] as const, { first: 900 }, 'first'],
    ['the first while all are empty', ['first', 'b'] as const, {}, 'first'],
    ['one without companies', ['first', 'b'] as const, { first: 1 }, 'b'],
    ['the one with the fewest', ['first', 'b', 'c'] as const, { first: 9, b: 4, c: 7 }, 'b'],
    ['the earlier of equals', ['first', 'b', 'c'] as const, { first: 9, b: 4, c: 4 }, 'b'],
    ['none that is configured no more', ['first', 'b'] as const, { first: 9, b: 8, former: 0 }, 'b'],
  ])('is %s', (_what, names, counts, expected) => {
    expect(choosePrimary([...names], new Map(Object.entries(counts)))).toBe(expected)
  })
})
