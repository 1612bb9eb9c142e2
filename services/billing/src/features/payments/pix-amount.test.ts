import { parsePixAmount, toPixAmount } from './pix-amount'

it.each([
  ['30.00', 3_000],
  ['30.5', 3_050],
  ['30', 3_000],
  [19.99, 1_999],
  [0.1 + 0.2, NaN],
  ['0.01', 1],
  ['30,00', NaN],
  ['-1.00', NaN],
  ['1e3', NaN],
  ['30.001', NaN],
  [null, NaN],
  [['30.00'], NaN],
])('the amount %j is %d cents', (amount, cents) => expect(parsePixAmount(amount)).toBe(cents))

it.each([1, 10, 1_999, 3_000, 123_456])('%i cents survive being written', (cents) =>
  expect(parsePixAmount(toPixAmount(cents))).toBe(cents),
)
