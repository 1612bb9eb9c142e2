import { DAY, HOUR, MINUTE } from '@balcao/kernel'

import { findNextPass } from './next-pass'

const deletedAt = new Date('2026-11-23T10:00:00Z')
const after = (ms: number) => new Date(deletedAt.getTime() + ms)

it.each([
  [0, MINUTE],
  [MINUTE, 4 * MINUTE],
  [HOUR, 4 * HOUR],
  [31 * DAY, 124 * DAY],
])('a company deleted %d ms ago is erased again when %d ms have passed', (age, next) => {
  expect(findNextPass(deletedAt, after(age))).toEqual(after(next))
})

it('a company deleted long ago is not erased again', () => {
  expect(findNextPass(deletedAt, after(31 * DAY + 1))).toBeUndefined()
})
