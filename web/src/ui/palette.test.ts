import { normalizeColor, palette } from './palette'

it('has fifty colours, each once', () => {
  expect(new Set(palette.map(normalizeColor)).size).toBe(50)
  expect(palette.every((color) => /^#[0-9A-F]{6}$/.test(color))).toBe(true)
})

it.each([
  ['#abc', '#AABBCC'],
  ['#00796b', '#00796B'],
])('%s is %s', (color, normal) => expect(normalizeColor(color)).toBe(normal))
