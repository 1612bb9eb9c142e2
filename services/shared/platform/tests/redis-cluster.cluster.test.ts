import { companyId, userId } from '@balcao/contracts'
import { MINUTE } from '@balcao/kernel'
import { createRateLimits, createRedisCache, createRedisPresence } from '@balcao/platform'
import {
  describeCache,
  describePresence,
  describeRateLimits,
  fixedClock,
  startOwnRedisCluster,
  waitFor,
  type OwnRedisCluster,
} from '@balcao/testkit'

import { closeAll, connected, describeWithOwnRedis } from './redis-rig'

/* Keys of the test, in slots of every master. */
const KEYS = Array.from({ length: 30 }, (_, index) => `key-${index}`)

describeWithOwnRedis('a Redis Cluster of three masters', () => {
  let cluster: OwnRedisCluster
  beforeAll(async () => {
    cluster = await startOwnRedisCluster()
  })
  afterAll(async () => {
    await closeAll()
    await cluster.remove()
  })

  /* Nodes are connected to with their first command, which a busy machine may take longer for than a command has. */
  const open = async () => {
    await cluster.forget()
    const redis = await connected(cluster.url)
    const reach = () => Promise.all(KEYS.map((key) => redis.get(key)))
    await waitFor(() =>
      reach().then(
        () => true,
        () => false,
      ),
    )
    return redis
  }

  describeCache('redis cluster', async () => ({
    cache: createRedisCache(await open()),
    // A time to live ends by Redis' own clock.
    pass: async (ms) => {
      const startedAt = performance.now()
      await waitFor(() => performance.now() - startedAt > ms)
    },
  }))

  describePresence('redis cluster', async () => {
    const clock = fixedClock()
    const redis = await open()
    return { presence: createRedisPresence(redis, clock), pass: async (ms) => clock.advance(ms) }
  })

  describeRateLimits('redis cluster', { open: async (factor) => createRateLimits(factor, await open()) })

  it('goes on without one of its masters, whose keys are missed, and takes it back', async () => {
    const redis = await open()
    const cache = createRedisCache(redis)
    const presence = createRedisPresence(redis, fixedClock())
    for (const key of KEYS) await cache.set(key, 'old', MINUTE)
    const [, lost] = cluster.masters
    await lost?.kill()
    const answers = async () => Promise.all(KEYS.map((key) => cache.get(key)))
    await waitFor(async () => (await answers()).filter((value) => value === 'old').length >= 10)
    expect((await answers()).filter((value) => value === undefined).length).toBeGreaterThan(0)
    // Known here, whatever node has the company.
    for (const company of [1, 2, 3, 4, 5, 6].map(companyId))
      expect(await presence.beat(company, userId(1), 'a')).toBe(true)
    await cache.delete(...KEYS)
    await lost?.start()
    await cluster.settle()
    await waitFor(async () => {
      for (const key of KEYS) await cache.set(key, 'new', MINUTE)
      return (await answers()).every((value) => value === 'new')
    })
  })
})
