import { DAY, MINUTE, SECOND } from '@balcao/kernel'

import { computeNextRequest, placeholderTimes } from './placeholder-times'

const now = new Date('2026-03-01T12:00:00Z')
const after = (tries: number, chance = 0) =>
  (computeNextRequest(tries, now, chance, placeholderTimes)?.getTime() ?? NaN) - now.getTime()

describe('a phone that does not answer', () => {
  it.each([
    [1, 30 * SECOND],
    [2, 2 * MINUTE],
    [3, 8 * MINUTE],
    [7, 1 * DAY],
    [11, 1 * DAY],
  ])('is asked once more after %d tries in %d ms', (tries, ms) => expect(after(tries)).toBe(ms))

  it('is asked a little later by chance, and twelve times at most', () => {
    expect(after(1, 1)).toBe(36 * SECOND)
    expect(computeNextRequest(12, now, 0, placeholderTimes)).toBeUndefined()
  })

  it('is given up within a week', () => {
    const waits = Array.from({ length: 11 }, (_, index) => after(index + 1, 1))
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(7 * DAY)
  })
})
