import { fitPage } from './fit-page'

describe('the picture of a page', () => {
  it.each([
    ['an A4 page', 595, 842, 71, 100],
    ['one on its side', 842, 595, 100, 71],
    ['a square', 300, 300, 100, 100],
    ['a page smaller than its picture', 5, 10, 50, 100],
    ['the largest that a page may be', 14_400, 14_400, 100, 100],
    ['a page of a kilometre', 2.8e6, 2.8e6, 100, 100],
    ['a till receipt', 200, 20_000, 1, 100],
    ['a hair', 0.001, 14_400, 1, 100],
  ])('of %s fits', (_name, width, height, fitWidth, fitHeight) => {
    expect(fitPage({ width, height }, 100)).toEqual({ width: fitWidth, height: fitHeight })
  })
})
