import type { Pool, PoolClient } from 'pg'

import { PoolTurns, type PoolUser } from './pool-turns'

const settle = () => new Promise((done) => setImmediate(done))

function rig({ max = 1, connectionTimeoutMillis = 60_000 } = {}) {
  const released: (boolean | undefined)[] = []
  let isAway = false
  const client = { release: (isLost?: boolean) => void released.push(isLost) } as unknown as PoolClient
  const connect = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(client))
  const turns = new PoolTurns({ options: { max, connectionTimeoutMillis }, connect } as unknown as Pool)
  const begun: PoolUser[] = []
  const take = async (user: PoolUser) => {
    await turns.connect(user)
    begun.push(user)
  }
  const end = async () => {
    turns.release(client)
    await settle()
  }
  return { turns, take, end, begun, released, cut: () => (isAway = true), mend: () => (isAway = false) }
}

it('companies that wait take turns, and the platform is one of them', async () => {
  const { turns, take, end, begun } = rig()
  const all = [1, 1, 1, 1, 2, 'platform' as const, 2].map(take)
  await settle()
  expect([begun, turns.waitingCount]).toEqual([[1], 6])
  for (let round = 1; round < all.length; round += 1) await end()
  await Promise.all(all)
  expect(begun).toEqual([1, 1, 2, 'platform', 1, 2, 1])
  expect(turns.waitingCount).toBe(0)
})

it('as many as the pool has connections run at once', async () => {
  const { take, end, begun } = rig({ max: 3 })
  const all = [1, 1, 1, 1].map(take)
  await settle()
  expect(begun).toHaveLength(3)
  await end()
  await Promise.all(all)
})

it('who waits too long is refused, and its turn is the next one’s', async () => {
  const { turns, take, end, begun } = rig({ connectionTimeoutMillis: 20 })
  await take(1)
  await expect(take(2)).rejects.toThrow('no connection of the pool was free in time')
  const next = take(3)
  expect(turns.waitingCount).toBe(1)
  await end()
  await next
  expect(begun).toEqual([1, 3])
})

it('a connection that cannot be opened is nobody’s', async () => {
  const { take, end, begun, cut, mend } = rig()
  cut()
  await expect(take(1)).rejects.toThrow('away')
  mend()
  await take(2)
  await end()
  await take(3)
  expect(begun).toEqual([2, 3])
})
