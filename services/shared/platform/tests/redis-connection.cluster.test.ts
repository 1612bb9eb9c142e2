import { openRedis } from '@balcao/platform'
import { startOwnRedis, waitFor } from '@balcao/testkit'

import { describeWithOwnRedis, ready } from './redis-rig'

const recorder = () => {
  const lines: string[] = []
  const note = (_fields: unknown, line: string) => void lines.push(line)
  return {
    lines,
    log: { info: note, warn: note } as unknown as NonNullable<Parameters<typeof openRedis>[1]['log']>,
  }
}

describeWithOwnRedis('a connection to Redis', () => {
  it('outlives any number of outages with one line each, and fails commands at once meanwhile', async () => {
    const own = await startOwnRedis()
    const { lines, log } = recorder()
    const redis = openRedis(own.url, { clientName: 'test', log })
    try {
      await ready(redis)
      for (let outage = 1; outage <= 2; outage += 1) {
        await own.kill()
        let attempts = 0
        redis.on('reconnecting', () => (attempts += 1))
        await waitFor(() => attempts > 3)
        await expect(redis.get('k')).rejects.toThrow()
        await own.start()
        await ready(redis)
        await redis.set('k', 'v')
      }
      const [away, back] = ['redis is away; going on without it', 'redis is back']
      expect(lines).toEqual([away, back, away, back])
    } finally {
      await redis.close()
      await own.kill()
    }
  })

  it('begins before Redis does', async () => {
    const own = await startOwnRedis()
    await own.kill()
    const redis = openRedis(own.url, { clientName: 'test', log: recorder().log })
    try {
      await expect(redis.get('k')).rejects.toThrow()
      await own.start()
      await ready(redis)
      expect(await redis.get('k')).toBeNull()
    } finally {
      await redis.close()
      await own.kill()
    }
  })

  it('gives up a server that hangs, and every command that waits for it', async () => {
    const own = await startOwnRedis()
    const redis = openRedis(own.url, { clientName: 'test', log: recorder().log })
    try {
      await ready(redis)
      own.pause()
      const asked = await Promise.allSettled(Array.from({ length: 5 }, () => redis.get('k')))
      expect(asked.every(({ status }) => status === 'rejected')).toBe(true)
      await waitFor(() => redis.status !== 'ready')
      own.resume()
      await ready(redis)
      expect(await redis.get('k')).toBeNull()
    } finally {
      await redis.close()
      own.resume()
      await own.kill()
    }
  })
})
