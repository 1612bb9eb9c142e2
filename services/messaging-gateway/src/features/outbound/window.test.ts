import { DAY } from '@balcao/kernel'

import { isWindowOpen } from './window'

const now = new Date('2026-11-27T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

describe('the window after a customer’s message', () => {
  it.each([
    ['is always open where the network has none', null, undefined, true],
    ['is closed before the first message', 24, undefined, false],
    ['is open after a message', 24, ago(1_000), true],
    ['is open in its last millisecond', 24, ago(DAY - 1), true],
    ['is closed to the day', 24, ago(DAY), false],
    ['is open for a message whose clock is ahead', 24, ago(-60_000), true],
  ])('%s', (_name, hours, last, expected) => {
    expect(isWindowOpen(hours, last, now)).toBe(expected)
  })
})
