import { isOnItsSide, shrinkPicture, turnPicture, type Pixels } from './shrink-picture'

type Colour = readonly [number, number, number, number]

const paint = (width: number, height: number, colour: (x: number, y: number) => Colour): Pixels => ({
  width,
  height,
  data: Uint8ClampedArray.from(
    Array.from({ length: width * height }, (_, at) => colour(at % width, Math.floor(at / width))).flat(),
  ),
})

describe('shrinking', () => {
  it.each([
    [400, 300, 100, 100, 75],
    [300, 400, 100, 75, 100],
    [500, 1, 100, 100, 1],
    [40, 30, 100, 40, 30],
    [1, 1, 100, 1, 1],
  ])('%s × %s to at most %s is %s × %s', (width, height, maxSide, toWidth, toHeight) => {
    const { data, ...size } = shrinkPicture(
      paint(width, height, () => [9, 9, 9, 255]),
      maxSide,
    )
    expect(size).toEqual({ width: toWidth, height: toHeight })
    expect(new Set(data)).toEqual(new Set([9, 255]))
  })

  it('takes the mean of what becomes one pixel', () => {
    const checks = paint(4, 4, (x, y) => ((x + y) % 2 ? [200, 0, 100, 255] : [100, 50, 0, 255]))
    expect([...shrinkPicture(checks, 1).data]).toEqual([150, 25, 50, 255])
  })

  it('lays what is see-through on white', () => {
    const picture = paint(2, 1, (x) => (x === 0 ? [0, 0, 0, 0] : [100, 0, 0, 128]))
    expect([...shrinkPicture(picture, 2).data]).toEqual([255, 255, 255, 255, 177, 127, 127, 255])
  })
})

describe('turning', () => {
  /* Upright, the pixels are 1 2 3 above 4 5 6; each row has them as that orientation stores them. */
  it.each([
    [1, 3, [1, 2, 3, 4, 5, 6]],
    [2, 3, [3, 2, 1, 6, 5, 4]],
    [3, 3, [6, 5, 4, 3, 2, 1]],
    [4, 3, [4, 5, 6, 1, 2, 3]],
    [5, 2, [1, 4, 2, 5, 3, 6]],
    [6, 2, [3, 6, 2, 5, 1, 4]],
    [7, 2, [6, 3, 5, 2, 4, 1]],
    [8, 2, [4, 1, 5, 2, 6, 3]],
    [0, 3, [1, 2, 3, 4, 5, 6]],
  ])('orientation %s', (orientation, width, stored) => {
    const picture = paint(width, 6 / width, (x, y) => [stored[y * width + x] ?? 0, 0, 0, 255])
    const upright = turnPicture(picture, orientation)
    expect([upright.width, upright.height]).toEqual([3, 2])
    expect([...upright.data].filter((_, at) => at % 4 === 0)).toEqual([1, 2, 3, 4, 5, 6])
    expect(isOnItsSide(orientation)).toBe(width === 2)
  })
})
