import { connectionId } from '@balcao/contracts'
import { MINUTE, SECOND } from '@balcao/kernel'
import { leaseTimes } from '@balcao/platform'

import { chooseMoves, type MisplacedSession } from './choose-moves'
import { shardTimes } from './shard-times'

const misplaced = (id: number, over: Partial<MisplacedSession> = {}): MisplacedSession => ({
  id: connectionId(id),
  isConnected: true,
  ageMs: 10 * MINUTE,
  quietMs: 5 * MINUTE,
  ...over,
})
const calm = { steadyMs: 1 * MINUTE, underWay: 0, begun: 0 }

describe('sessions that should be elsewhere', () => {
  it('go two at a time, the quietest first', () => {
    const sessions = [
      misplaced(1, { quietMs: 40 * SECOND }),
      misplaced(2, { quietMs: 2 * MINUTE }),
      misplaced(3, { quietMs: 1 * MINUTE }),
    ]
    expect(chooseMoves(sessions, calm, shardTimes)).toEqual([2, 3])
  })

  it.each([
    ['while processes come and go', misplaced(1), { ...calm, steadyMs: 29 * SECOND }],
    ['beside two others', misplaced(1), { ...calm, underWay: 2 }],
    ['after five within ten seconds', misplaced(1), { ...calm, begun: 5 }],
    ['while a QR code is shown', misplaced(1, { isConnected: false }), calm],
    ['soon after they were opened', misplaced(1, { ageMs: 59 * SECOND }), calm],
    ['in the middle of a conversation', misplaced(1, { quietMs: 29 * SECOND }), calm],
  ])('stay %s', (_when, one, situation) => {
    expect(chooseMoves([one], situation, shardTimes)).toEqual([])
  })

  it('go in the middle of a conversation when there is never a pause', () => {
    const busy = misplaced(1, { quietMs: 0 })
    expect(chooseMoves([busy], { ...calm, steadyMs: 2 * MINUTE }, shardTimes)).toEqual([1])
  })
})

describe('the times of a crash', () => {
  const POLL_MS = 1 * SECOND

  it('let the others agree on the next holder before the leases run out', () => {
    expect(shardTimes.aliveForMs + shardTimes.beatEveryMs).toBeLessThan(leaseTimes.ttlMs)
  })

  it('are shorter for a process whose host says that it has ended: the half of ten seconds is for the sessions', () => {
    expect(shardTimes.silentAfterMs).toBeLessThanOrEqual(5 * SECOND - POLL_MS)
  })

  it('never ask for a process that polls in time', () => {
    expect(shardTimes.silentAfterMs).toBeGreaterThan(shardTimes.beatEveryMs)
    expect(shardTimes.silentAfterMs).toBeLessThan(shardTimes.aliveForMs)
  })

  it('add up to at most 20 s when nobody knows, even when the next holder is stuck', () => {
    expect(leaseTimes.ttlMs + shardTimes.takeOverAfterMs + 2 * POLL_MS).toBeLessThanOrEqual(20 * SECOND)
  })

  it('are those of the leases', () => {
    expect(shardTimes.beatEveryMs).toBe(leaseTimes.renewEveryMs)
  })
})
