import { retryDelayMs } from './open-redis'

describe('the wait before an attempt to come back', () => {
  it.each([
    [1, 0, 25],
    [1, 1, 50],
    [3, 0, 100],
    [3, 1, 200],
    [100, 0, 1_000],
    [100, 1, 2_000],
  ])('number %i is %i of the way at %i ms', (attempt, chance, expected) => {
    expect(retryDelayMs(attempt, () => chance)).toBe(expected)
  })
})
