import { openRedis, type RedisClient } from '@balcao/platform'
import { needsEngines, startOwnRedis, waitFor, type OwnRedis } from '@balcao/testkit'

export const redisUrl = process.env['REDIS_URL']
export const describeWithRedis = needsEngines('redis')
/** For those that kill or hang theirs. */
export const describeWithOwnRedis = needsEngines('redis-server')

const opened: RedisClient[] = []

/** An empty database of the given Redis, one number per test file. */
export function selectDatabase(url: string, database: number): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

export async function connected(url: string): Promise<RedisClient> {
  const redis = openRedis(url, { clientName: 'test' })
  opened.push(redis)
  await ready(redis)
  return redis
}

export const ready = (redis: RedisClient) => waitFor(() => redis.status === 'ready')
export const away = (redis: RedisClient) => waitFor(() => redis.status !== 'ready')

export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((redis) => redis.close()))
}

/** A Redis for each test of the suite around it, which may kill and hang it. */
export function useOwnRedis(): () => OwnRedis {
  let own: OwnRedis
  beforeEach(async () => {
    own = await startOwnRedis()
  })
  afterEach(async () => {
    await closeAll()
    own.resume()
    await own.kill()
  })
  return () => own
}
