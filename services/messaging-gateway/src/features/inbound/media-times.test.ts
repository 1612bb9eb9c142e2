import { mediaTimes, computeNextFetch } from './media-times'

const now = new Date('2026-03-01T12:00:00Z')
const minutes = (tries: number, chance: number) => {
  const at = computeNextFetch(tries, now, chance, mediaTimes)
  return at && (at.getTime() - now.getTime()) / 60_000
}

describe('a file that could not be fetched', () => {
  it.each([
    [1, 1, 1.2],
    [2, 3, 3.6],
    [3, 9, 10.8],
    [7, 729, 874.8],
    [8, 1_440, 1_728],
    [9, 1_440, 1_728],
  ])('is tried again after %d failures in %d to %d minutes', (tries, soonest, latest) => {
    expect(minutes(tries, 0)).toBeCloseTo(soonest)
    expect(minutes(tries, 1)).toBeCloseTo(latest)
  })

  it('is given up after ten', () => expect(minutes(10, 0)).toBeUndefined())
})
