import { connectionId } from '@balcao/contracts'

import { createStrangerCalls } from './stranger-calls'

const at = (minutes: number) => new Date(minutes * 60_000)
const [one, other] = [connectionId(1), connectionId(2)]

describe('callers without a ticket', () => {
  it('are taken 30 in ten minutes, by each number', () => {
    const calls = createStrangerCalls()
    const taken = Array.from({ length: 40 }, (_, caller) => calls.take(one, `${caller}`, at(0)))
    expect(taken.filter(Boolean)).toHaveLength(30)
    expect(calls.take(other, 'x', at(0))).toBe(true)
    expect([calls.take(one, 'x', at(9)), calls.take(one, 'x', at(10))]).toEqual([false, true])
  })

  it('count once each', () => {
    const calls = createStrangerCalls()
    const taken = Array.from({ length: 40 }, () => calls.take(one, 'the same', at(0)))
    expect(taken.every(Boolean)).toBe(true)
    expect(calls.take(one, 'another', at(0))).toBe(true)
  })
})
