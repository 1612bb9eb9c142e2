import { companyId, connectionId } from '@balcao/contracts'

import type { SupervisedConnection } from '../connections'
import { Openings } from './openings'

const connection = (id: number): SupervisedConnection => ({
  id: connectionId(id),
  companyId: companyId(1),
  provider: 'simulated',
  command: '',
  commandNumber: 0,
  holder: undefined,
})
const connections = (...ids: number[]) => ids.map(connection)

/* What was begun, and how to let it be taken and be open. */
function openTwoAtOnce() {
  const begun: number[] = []
  const open = new Map<number, () => void>()
  const refused = new Set<number>()
  const openings = new Openings(2, ({ id }) => {
    begun.push(id)
    if (refused.has(id)) return Promise.resolve(undefined)
    return Promise.resolve({ opened: new Promise<void>((resolve) => open.set(id, resolve)) })
  })
  return { openings, begun, refused, open: (id: number) => open.get(id)?.() }
}

const settle = () => jest.advanceTimersByTimeAsync(0)

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

describe('sessions that open', () => {
  it('are two at a time, in their order, the next when one is open', async () => {
    const { openings, begun, open } = openTwoAtOnce()
    openings.plan(connections(3, 1, 2))
    await settle()
    expect(begun).toEqual([3, 1])
    open(1)
    await settle()
    expect(begun).toEqual([3, 1, 2])
  })

  it('keep nobody waiting when their lease is another’s', async () => {
    const { openings, begun, refused } = openTwoAtOnce()
    refused.add(1).add(2)
    openings.plan(connections(1, 2, 3, 4))
    await settle()
    expect(begun).toEqual([1, 2, 3, 4])
  })

  it('keep the next one waiting for five seconds at most, once', async () => {
    const { openings, begun, open } = openTwoAtOnce()
    openings.plan(connections(1, 2, 3, 4, 5, 6))
    await jest.advanceTimersByTimeAsync(4_999)
    expect(begun).toEqual([1, 2])
    await jest.advanceTimersByTimeAsync(1)
    expect(begun).toEqual([1, 2, 3, 4])
    open(1)
    await settle()
    expect(begun).toEqual([1, 2, 3, 4])
  })

  it('are those of the last plan, and none twice', async () => {
    const { openings, begun, open } = openTwoAtOnce()
    openings.plan(connections(1, 2, 3))
    await settle()
    openings.plan(connections(2, 4))
    open(1)
    open(2)
    await settle()
    expect(begun).toEqual([1, 2, 4])
  })

  it('are no more after the end, which waits for the leases that are being taken', async () => {
    const taken: (() => void)[] = []
    const begun: number[] = []
    const openings = new Openings(1, ({ id }) => {
      begun.push(id)
      return new Promise((resolve) => taken.push(() => resolve(undefined)))
    })
    openings.plan(connections(1, 2))
    let isStopped = false
    const stopping = openings.stop().then(() => (isStopped = true))
    await settle()
    expect(isStopped).toBe(false)
    taken[0]?.()
    await stopping
    await settle()
    expect(begun).toEqual([1])
  })
})
