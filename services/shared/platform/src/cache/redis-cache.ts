import { MINUTE, type Cache } from '@balcao/kernel'

import type { RedisClient } from '../redis'
import { redisFailed } from '../redis/redis-signals'

const PREFIX = 'balcao:cache:'
/** Upper limit of the time to live: how long a value may outlive a delete that did not reach Redis. */
const MAX_TTL_MS = 5 * MINUTE
const MAX_REMEMBERED = 10_000
const DELETE_AT_ONCE = 500

const prefixed = (key: string) => `${PREFIX}${key}`

/** Keys whose deletion did not reach Redis; their values there are stale. */
class Undeleted {
  private readonly keys = new Set<string>()
  private trustAgainAtMs = 0

  constructor(private readonly nowMs: () => number) {}

  has(key: string): boolean {
    return this.keys.has(key) || this.nowMs() < this.trustAgainAtMs
  }

  add(keys: readonly string[]): void {
    for (const key of keys) this.keys.add(key)
    if (this.keys.size <= MAX_REMEMBERED) return
    // Too many keys to remember: read nothing until all of them have expired.
    this.keys.clear()
    this.trustAgainAtMs = this.nowMs() + MAX_TTL_MS
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) this.keys.delete(key)
  }

  get isEmpty(): boolean {
    return this.keys.size === 0
  }

  some(limit: number): string[] {
    return [...this.keys].slice(0, limit)
  }
}

class RedisCache implements Cache {
  private readonly undeleted: Undeleted
  private isCatchingUp = false

  constructor(
    private readonly redis: RedisClient,
    nowMs: () => number,
  ) {
    this.undeleted = new Undeleted(nowMs)
    redis.on('ready', () => void this.catchUp())
  }

  async get<T>(key: string): Promise<T | undefined> {
    if (this.undeleted.has(key)) return undefined
    const json = await this.attempt(() => this.redis.get(prefixed(key)))
    // A delete may have failed during the read.
    if (typeof json !== 'string' || this.undeleted.has(key)) return undefined
    const value: T = JSON.parse(json)
    return value
  }

  async set(key: string, value: unknown, ttlMs: number): Promise<void> {
    const json = JSON.stringify(value)
    const lifeMs = Math.max(1, Math.round(Math.min(ttlMs, MAX_TTL_MS)))
    const done = await this.attempt(() => this.redis.set(prefixed(key), json, 'PX', lifeMs))
    if (done === undefined) this.undeleted.add([key])
    else this.undeleted.forget([key])
  }

  async delete(...keys: string[]): Promise<void> {
    if (keys.length === 0) return
    const done = await this.attempt(() => this.remove(keys))
    if (done === undefined) this.undeleted.add(keys)
  }

  /* In a cluster each is in a slot of its own. */
  private async remove(keys: readonly string[]): Promise<true> {
    if (this.redis.isCluster) await Promise.all(keys.map((key) => this.redis.del(prefixed(key))))
    else await this.redis.del(...keys.map(prefixed))
    return true
  }

  private async catchUp(): Promise<void> {
    if (this.isCatchingUp) return
    this.isCatchingUp = true
    for (;;) {
      const keys = this.undeleted.some(DELETE_AT_ONCE)
      if (keys.length === 0) break
      const done = await this.attempt(() => this.remove(keys))
      if (done === undefined) break
      this.undeleted.forget(keys)
    }
    this.isCatchingUp = false
  }

  /* A failed read counts as a miss. */
  private async attempt<T>(command: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await command()
      if (!this.undeleted.isEmpty) void this.catchUp()
      return answer
    } catch {
      redisFailed('cache')
      return undefined
    }
  }
}

/**
 * A cache shared by processes. Never throws because of Redis: without it every read is a miss.
 *
 * A delete (or set) that does not reach Redis leaves a stale value there. This process ignores those keys and
 * deletes them once Redis answers again; other processes may read the stale value until its time to live is over,
 * at most 5 minutes.
 *
 * NOTE: two releases running side by side share the values. Change the key when the shape changes.
 */
export const createRedisCache = (redis: RedisClient, nowMs: () => number = () => performance.now()): Cache =>
  new RedisCache(redis, nowMs)
