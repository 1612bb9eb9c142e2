import { formatMicros, parseBudget, parseMicros, writeMicros } from './micros'

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
  ['1500', 1_500_000_000],
  [' 1500,50 ', 1_500_500_000],
  ['0.99', 990_000],
  ['999999999', 999_999_999_000_000],
  ['0', 0],
  ['1.500', undefined],
  ['1.500,00', undefined],
  ['1000000000', undefined],
  ['-5', undefined],
  ['', undefined],
])('a typed budget %j is %s millionths', (typed, micros) => expect(parseBudget(typed)).toBe(micros))

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
