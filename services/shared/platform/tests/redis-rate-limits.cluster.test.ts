import { createRateLimits } from '@balcao/platform'
import { describeRateLimits, startOwnRedis } from '@balcao/testkit'

import {
  away,
  closeAll,
  connected,
  selectDatabase,
  describeWithOwnRedis,
  describeWithRedis,
  ready,
  redisUrl,
} from './redis-rig'

const refusal = { code: 'ERR_TOO_MANY_REQUESTS' }

afterAll(closeAll)

describeWithRedis('with Redis', () => {
  const open = async () => {
    const redis = await connected(selectDatabase(redisUrl ?? '', 3))
    await redis.flushdb()
    return redis
  }
  describeRateLimits('redis', { open: async (factor) => createRateLimits(factor, await open()) })

  it('are shared by processes, and leave no names behind in Redis', async () => {
    const redis = await open()
    const processes = [
      createRateLimits(1, redis),
      createRateLimits(1, await connected(selectDatabase(redisUrl ?? '', 3))),
    ]
    const tries = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => processes[index % 2]!.consume('login-account', 'ana@a.test')),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const keys = await redis.keys('*')
    expect(keys).toEqual([expect.stringMatching(/^balcao:rate:login-account:[\w-]{43}$/)])
    expect(await redis.ttl(keys[0] ?? '')).toBeGreaterThan(0)
  })
})

describeWithOwnRedis('rate limits whose Redis is away', () => {
  it('are counted here, from the first try, and in Redis again afterwards', async () => {
    const own = await startOwnRedis()
    try {
      const redis = await connected(own.url)
      const limits = createRateLimits(1, redis)
      await limits.consume('login-account', 'ana')
      await own.kill()
      await away(redis)
      for (let index = 0; index < 10; index += 1) await limits.consume('login-account', 'ana')
      await expect(limits.consume('login-account', 'ana')).rejects.toMatchObject(refusal)
      await own.start()
      await ready(redis)
      await limits.consume('login-account', 'ana')
      expect(await redis.dbsize()).toBe(1)
    } finally {
      await closeAll()
      await own.kill()
    }
  })
})
