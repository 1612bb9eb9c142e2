import { dropOldest } from './drop-oldest'

describe('what is kept of many', () => {
  it.each([
    [3, ['a', 'b', 'c']],
    [2, ['b', 'c']],
    [0, []],
  ])('of three, %i at most', (most, expected) => {
    const map = new Map(['a', 'b', 'c'].map((key) => [key, 1]))
    const set = new Set(['a', 'b', 'c'])
    dropOldest(map, most)
    dropOldest(set, most)
    expect([[...map.keys()], [...set]]).toEqual([expected, expected])
  })
})
