import { formatMicros, parseMicros, writeMicros } from './micros'

it.each([
  ['0,0625', 62_500],
  [' 0.0068 ', 6_800],
  ['3', 3_000_000],
  ['0', 0],
  ['0,1234567', undefined],
  ['1.234,56', undefined],
  ['-1', undefined],
  ['', undefined],
  ['R$ 1', undefined],
])('a typed price %j is %s millionths', (typed, micros) => expect(parseMicros(typed)).toBe(micros))

it.each([
  [62_500, 'pt-BR', '0,0625'],
  [6_800, 'en-US', '0.0068'],
  [1_234_000_000, 'pt-BR', '1234'],
])('%s millionths are written %s: %s', (micros, locale, text) => {
  expect(writeMicros(micros, locale)).toBe(text)
  expect(parseMicros(text)).toBe(micros)
})

it('shows sums in their currency', () => {
  expect(formatMicros(12_345_678, 'BRL', 'pt-BR').replace(/\s/g, ' ')).toBe('R$ 12,35')
  expect(formatMicros(12_345_678, 'USD', 'en-US')).toBe('$12.35')
})
