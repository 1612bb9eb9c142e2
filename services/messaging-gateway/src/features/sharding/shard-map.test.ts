import { connectionId, type ConnectionId } from '@balcao/contracts'

import { ShardMap } from './shard-map'
import { shardTimes } from './shard-times'

const times = { ...shardTimes, patienceMs: 3_000 }
const process = (owner: string, isDraining = false) => ({ owner, rpcAddress: `at-${owner}`, isDraining })
const wanted = (count: number, holder?: string) =>
  Array.from({ length: count }, (_, index) => ({ id: connectionId(index + 1), holder }))

const createMap = (owner = 'a') => new ShardMap({ owner }, times)

const [ours, theirs] = (() => {
  const map = createMap()
  map.update([process('a'), process('b')], wanted(20), 0)
  const ids = wanted(20).map(({ id }) => id)
  const first = (isOurs: boolean) => ids.find((id) => map.isOurs(id) === isOurs)
  return [first(true), first(false)] as [ConnectionId, ConnectionId]
})()

const free = (id: ConnectionId) => ({ id })

describe('a process among others', () => {
  it('takes everything at once while it is alone', () => {
    const map = createMap()
    const connections = wanted(20)
    map.update([process('a')], connections, 0)
    expect(connections.every((connection) => map.mayTake(connection, 0))).toBe(true)
    expect(map.mayHaveOthers).toBe(false)
  })

  it('takes its own at once, and what another does not take after a while', () => {
    const map = createMap()
    map.update([process('a'), process('b')], wanted(20), 0)
    expect([map.mayTake(free(ours), 0), map.mayTake(free(theirs), 0)]).toEqual([true, false])
    map.update([process('a'), process('b')], wanted(20), 2_999)
    expect(map.mayTake(free(theirs), 2_999)).toBe(false)
    map.update([process('a'), process('b')], wanted(20), 3_000)
    expect(map.mayTake(free(theirs), 3_000)).toBe(true)
  })

  it('waits the whole time again when a connection was held in between', () => {
    const map = createMap()
    map.update([process('a'), process('b')], wanted(20), 0)
    map.update([process('a'), process('b')], wanted(20, 'b'), 2_000)
    map.update([process('a'), process('b')], wanted(20), 3_500)
    expect(map.mayTake(free(theirs), 3_500)).toBe(false)
  })

  it('does not take what is held, except by an earlier run of its own', () => {
    const map = createMap()
    map.update([process('a'), process('b')], wanted(20, 'b'), 0)
    expect(map.mayTake({ id: ours }, 60_000)).toBe(false)
    map.update([process('a'), process('b')], wanted(20, 'a'), 60_000)
    expect(map.mayTake({ id: ours }, 60_000)).toBe(true)
  })

  it('gives a draining process nothing, and still knows what it holds', () => {
    const map = createMap()
    map.update([process('a'), process('b', true)], wanted(20, 'b'), 0)
    expect(wanted(20).every(({ id }) => map.isOurs(id))).toBe(true)
    expect(map.findHolder(theirs)?.rpcAddress).toBe('at-b')
  })

  it('counts from the last coming or going', () => {
    const map = createMap()
    map.update([process('a')], [], 1_000)
    map.update([process('a')], [], 9_000)
    expect(map.steadyMs(9_000)).toBe(8_000)
    map.update([process('a'), process('b')], [], 10_000)
    expect(map.steadyMs(12_000)).toBe(2_000)
  })

  it('knows the next owners of all its connections while it drains, and none when it is the last', () => {
    const map = createMap()
    map.update([process('a', true), process('b')], wanted(20, 'a'), 0)
    expect(wanted(20).every(({ id }) => map.findNextOwner(id)?.owner === 'b')).toBe(true)
    map.update([process('a', true)], wanted(20, 'a'), 1_000)
    expect(map.findNextOwner(ours)).toBeUndefined()
  })
})
