import { backoffMs, doubledMs } from './backoff'

const bounds = { firstMs: 100, longestMs: 1_000 }

it.each([
  [0, 1, 100],
  [1, 0, 50],
  [1, 1, 100],
  [2, 1, 200],
  [3, 0.5, 300],
  [5, 1, 1_000],
  [5, 0, 500],
  [5_000, 1, 1_000],
])('waits after %d failures, with chance %d, for %d ms', (failures, chance, expected) => {
  expect(backoffMs(failures, bounds, chance)).toBe(expected)
})

it.each([
  [0, 100],
  [1, 100],
  [2, 200],
  [4, 800],
  [5, 1_000],
  [5_000, 1_000],
])('is doubled after %d failures to %d ms', (failures, expected) => {
  expect(doubledMs(failures, bounds)).toBe(expected)
})
