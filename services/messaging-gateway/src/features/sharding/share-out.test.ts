import { connectionId } from '@balcao/contracts'

import { shareOut } from './share-out'

const ids = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => connectionId(from + index))
const pods = (count: number) =>
  Array.from({ length: count }, (_, index) => `gateway-7d9f5c-${index}-${index * 7919}`)

function counts(shares: ReturnType<typeof shareOut>): number[] {
  const byOwner = new Map<string, number>()
  for (const owner of shares.values()) byOwner.set(owner, (byOwner.get(owner) ?? 0) + 1)
  return [...byOwner.values()].sort((a, b) => a - b)
}

function moved(before: ReturnType<typeof shareOut>, after: ReturnType<typeof shareOut>): number {
  return [...before].filter(([id, owner]) => after.get(id) !== owner).length
}

describe('the shares of processes', () => {
  it.each([
    [150, 1, 150],
    [150, 2, 72],
    [150, 3, 46],
    [150, 7, 15],
    [1_000, 5, 180],
    [5_000, 12, 380],
  ])('of %d connections among %d are equal to within a few percent', (connections, processes, fewest) => {
    const fair = connections / processes
    const shares = counts(shareOut(ids(connections), pods(processes)))
    expect(shares).toHaveLength(processes)
    expect(Math.max(...shares)).toBeLessThanOrEqual(Math.ceil(fair * 1.04))
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(fewest)
  })

  it.each([
    ['one of three leaves', 3, 2, 50],
    ['a third joins', 2, 3, 50],
    ['a second joins', 1, 2, 75],
    ['one of five leaves', 5, 4, 30],
    ['a tenth joins', 9, 10, 15],
  ])('move little more than what must: %s', (_what, before, after, fewest) => {
    const all = pods(10)
    const from = shareOut(ids(150), all.slice(0, before))
    const to = shareOut(ids(150), all.slice(0, after))
    expect(moved(from, to)).toBeLessThanOrEqual(fewest + 15)
  })

  it('are the same whatever the order of connections and processes', () => {
    const [connections, processes] = [ids(40), pods(4)]
    expect(shareOut([...connections].reverse(), [...processes].reverse())).toEqual(
      shareOut(connections, processes),
    )
  })

  it('hardly change with a new connection: none is displaced, one may move to its first choice', () => {
    const growth = Array.from({ length: 50 }, (_, index) =>
      moved(shareOut(ids(100 + index), pods(3)), shareOut(ids(101 + index), pods(3))),
    )
    expect(Math.max(...growth)).toBeLessThanOrEqual(3)
    expect(growth.filter((moves) => moves > 0).length).toBeLessThan(25)
  })

  it('are none without processes', () => {
    expect(shareOut(ids(3), []).size).toBe(0)
  })
})
