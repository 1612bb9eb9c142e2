import { computeNextId, MOST_PRIMARIES } from './id-steps'

describe('the next id of a primary', () => {
  it.each([
    { primary: 0, given: [], next: 16 },
    { primary: 1, given: [], next: 1 },
    { primary: 15, given: [], next: 15 },
    { primary: 0, given: [15], next: 16 },
    { primary: 0, given: [16], next: 32 },
    { primary: 1, given: [16], next: 17 },
    { primary: 1, given: [17], next: 33 },
    { primary: 2, given: [1, 40, 3], next: 50 },
    { primary: 3, given: [2 ** 52], next: 2 ** 52 + 3 },
  ])('$primary after $given is $next', ({ primary, given, next }) => {
    expect(computeNextId(primary, ...given)).toBe(next)
    expect(next % MOST_PRIMARIES).toBe(primary)
  })
})
