import { findRows, RENDERED_WHOLE } from './row-window'

const range = (count: number, scrolled: number) => {
  const { from, to } = findRows(count, 50, { scrolled, height: 900 })
  return [from, to]
}

describe('the rows of a long table', () => {
  it('are all rendered up to 200', () => {
    expect(range(RENDERED_WHOLE, 0)).toEqual([0, 200])
    expect(range(RENDERED_WHOLE, 9_000)).toEqual([0, 200])
    expect(range(0, 0)).toEqual([0, 0])
  })

  it.each([
    ['at the top', -120, [0, 40]],
    ['a few rows further', 400, [0, 50]],
    ['in the middle', 100_000, [1_980, 2_040]],
    ['at the end', 249_100, [4_960, 5_000]],
  ])('are those that are seen and some around them %s', (_where, scrolled, expected) => {
    expect(range(5_000, scrolled)).toEqual(expected)
  })
})
