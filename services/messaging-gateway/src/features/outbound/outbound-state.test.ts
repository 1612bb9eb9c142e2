import {
  toAck,
  isTerminal,
  outboundStates,
  outboundTimes,
  rises,
  listStatesBelow,
  planAfterUnknown,
} from './outbound-state'

const now = new Date('2026-03-01T12:00:00Z')

describe('the state of an outbound message', () => {
  it.each([
    ['QUEUED', 0, false],
    ['CLAIMED', 0, false],
    ['SENDING', 0, false],
    ['UNKNOWN', 0, false],
    ['FAILED', -1, true],
    ['ACCEPTED', 1, true],
    ['DELIVERED', 2, true],
    ['READ', 3, true],
    ['PLAYED', 4, true],
  ] as const)('%s shows as ack %d', (state, ack, settled) => {
    expect(toAck(state)).toBe(ack)
    expect(isTerminal(state)).toBe(settled)
  })

  it('never falls, whatever order acknowledgements come in', () => {
    const acks = ['ACCEPTED', 'DELIVERED', 'READ', 'PLAYED'] as const
    for (const [index, ack] of acks.entries()) {
      expect(acks.filter((other) => rises(other, ack))).toEqual(acks.slice(0, index))
      expect(listStatesBelow(ack)).toEqual(expect.arrayContaining(['SENDING', 'UNKNOWN', 'FAILED']))
    }
  })

  it('is one of nine', () => expect(outboundStates).toHaveLength(9))
})

describe('a message in plan', () => {
  it.each([
    [1, 5_000, 10_000],
    [2, 10_000, 20_000],
    [4, 40_000, 80_000],
  ])('after %d tries goes again in %d to %d ms', (tries, soonest, latest) => {
    const at = (chance: number) =>
      planAfterUnknown(tries, now, { chance, isIdempotent: true, times: outboundTimes })
    expect(at(0)).toEqual({ state: 'UNKNOWN', notBefore: new Date(now.getTime() + soonest) })
    expect(at(1)).toEqual({ state: 'UNKNOWN', notBefore: new Date(now.getTime() + latest) })
  })

  it('is given up after five tries', () => {
    expect(planAfterUnknown(5, now, { chance: 0, isIdempotent: true, times: outboundTimes })).toEqual({
      state: 'FAILED',
    })
  })

  it('is never repeated where the network would show it twice', () => {
    expect(planAfterUnknown(1, now, { chance: 0, isIdempotent: false, times: outboundTimes })).toMatchObject({
      state: 'FAILED',
    })
  })
})
