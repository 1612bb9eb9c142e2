import { findOnly } from './find-only'

it.each([
  [[], undefined],
  [[7], 7],
  [[7, 8], undefined],
])('of %j it is %j', (all, only) => expect(findOnly<number>(all)).toBe(only))
