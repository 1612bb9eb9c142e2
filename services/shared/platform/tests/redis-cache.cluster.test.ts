import { MINUTE, type Cache } from '@balcao/kernel'
import { createRedisCache, openRedis } from '@balcao/platform'
import { describeCache, waitFor } from '@balcao/testkit'

import {
  away,
  closeAll,
  connected,
  selectDatabase,
  describeWithOwnRedis,
  describeWithRedis,
  ready,
  redisUrl,
  useOwnRedis,
} from './redis-rig'

afterAll(closeAll)

describeWithRedis('with Redis', () => {
  describeCache('redis', async () => {
    const redis = await connected(selectDatabase(redisUrl ?? '', 1))
    await redis.flushdb()
    return {
      cache: createRedisCache(redis),
      // A time to live ends by Redis' own clock.
      pass: async (ms) => {
        const startedAt = performance.now()
        await waitFor(() => performance.now() - startedAt > ms)
      },
    }
  })

  it('a value lives 5 minutes at most', async () => {
    const redis = await connected(selectDatabase(redisUrl ?? '', 1))
    await createRedisCache(redis).set('tickets:7:a', 1, 60 * MINUTE)
    expect(await redis.pttl('balcao:cache:tickets:7:a')).toBeLessThanOrEqual(5 * MINUTE)
  })
})

describeWithOwnRedis('a cache whose Redis has troubles', () => {
  const own = useOwnRedis()

  const failing = async (cache: Cache) => {
    await cache.set('k', 'new', MINUTE)
    expect(await cache.get('k')).toBeUndefined()
    await cache.delete('k', 'l')
  }

  it('misses while it is away, and works when it is back', async () => {
    const redis = await connected(own().url)
    const cache = createRedisCache(redis)
    await cache.set('k', 'old', MINUTE)
    await own().kill()
    await failing(cache)
    await own().start()
    await waitFor(async () => {
      await cache.set('k', 'newest', MINUTE)
      return (await cache.get('k')) === 'newest'
    })
  })

  it('misses from the start when Redis is unreachable', async () => {
    await own().kill()
    const redis = openRedis(own().url, { clientName: 'test' })
    await failing(createRedisCache(redis))
    await redis.close()
  })

  it('shows no old value after a delete that did not arrive, here or elsewhere', async () => {
    const [redis, others] = await Promise.all([connected(own().url), connected(own().url)])
    const [cache, other] = [createRedisCache(redis), createRedisCache(others)]
    await cache.set('k', 'old', MINUTE)
    await cache.set('l', 'old', MINUTE)
    own().pause()
    await cache.delete('k')
    await cache.set('l', 'new', MINUTE)
    await away(redis)
    own().resume()
    await ready(redis)
    expect([await cache.get('k'), await cache.get('l')]).not.toContain('old')
    await waitFor(async () => (await other.get('k')) === undefined && (await other.get('l')) !== 'old')
  })

  it('that forgets everything is empty and goes on', async () => {
    const redis = await connected(own().url)
    const cache = createRedisCache(redis)
    await cache.set('k', 1, MINUTE)
    await redis.flushall()
    expect(await cache.get('k')).toBeUndefined()
    await cache.set('k', 2, MINUTE)
    expect(await cache.get('k')).toBe(2)
  })

  it('trusts nothing when it could not delete more than it can remember', async () => {
    const redis = await connected(own().url)
    let nowMs = 0
    const cache = createRedisCache(redis, () => nowMs)
    await cache.set('k', 'old', MINUTE)
    own().pause()
    await cache.delete(...Array.from({ length: 10_001 }, (_, index) => `other:${index}`))
    await away(redis)
    own().resume()
    await ready(redis)
    expect(await cache.get('k')).toBeUndefined()
    nowMs += 5 * MINUTE
    expect(await cache.get('k')).toBe('old')
  })
})
