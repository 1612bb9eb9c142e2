import { userId as toUserId, type CompanyId, type UserId } from '@balcao/contracts'
import { DAY, SECOND, systemClock, type Clock, type Presence } from '@balcao/kernel'

import type { RedisClient } from '../redis'
import { redisScript, type RedisScript } from '../redis/redis-script'
import { redisFailed } from '../redis/redis-signals'
import { createMemoryPresence, PRESENCE_TTL_MS } from './memory-presence'

/** After this time every process has sent its heartbeats again: they come every 15 s. */
const WHOLE_AFTER_MS = 20 * SECOND

/* Sorted sets by the time of the last beat: the company's users and each user's sockets. `since` is when this data
   began; it begins anew after a restart or FLUSHALL. The hash tag keeps a company's keys together. */
const usersKey = (companyId: CompanyId) => `balcao:presence:{${companyId}}:users`
const socketsKey = (companyId: CompanyId, userId: UserId) => `balcao:presence:{${companyId}}:user:${userId}`
const sinceKey = (companyId: CompanyId) => `balcao:presence:{${companyId}}:since`

const BEAT = `
local users, sockets, since = KEYS[1], KEYS[2], KEYS[3]
local now, ttl, user, socket = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
redis.call('ZREMRANGEBYSCORE', sockets, '-inf', now - ttl)
redis.call('ZREMRANGEBYSCORE', users, '-inf', now - ttl)
local cameOnline = redis.call('ZCARD', sockets) == 0
redis.call('ZADD', sockets, 'GT', now, socket)
redis.call('ZADD', users, 'GT', now, user)
redis.call('PEXPIRE', sockets, ttl)
redis.call('PEXPIRE', users, ttl)
redis.call('SET', since, now, 'NX')
redis.call('PEXPIRE', since, ${DAY})
return cameOnline and 1 or 0`

const LEAVE = `
local users, sockets = KEYS[1], KEYS[2]
local now, ttl, user, socket = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
redis.call('ZREMRANGEBYSCORE', sockets, '-inf', now - ttl)
local wasThere = redis.call('ZREM', sockets, socket)
local newest = redis.call('ZREVRANGE', sockets, 0, 0, 'WITHSCORES')
if newest[2] then
  redis.call('ZADD', users, newest[2], user)
  return 0
end
redis.call('ZREM', users, user)
return wasThere`

interface Scripts {
  beat: RedisScript
  leave: RedisScript
}

class RedisPresence implements Presence {
  private readonly own: Presence
  private readonly scripts: Scripts
  private failedAtMs = -Infinity

  constructor(
    private readonly redis: RedisClient,
    private readonly clock: Clock,
  ) {
    this.own = createMemoryPresence(clock)
    this.scripts = { beat: redisScript(redis, BEAT), leave: redisScript(redis, LEAVE) }
  }

  async beat(companyId: CompanyId, userId: UserId, socketId: string): Promise<boolean> {
    const cameOnlineHere = await this.own.beat(companyId, userId, socketId)
    const keys = [usersKey(companyId), socketsKey(companyId, userId), sinceKey(companyId)]
    const answer = await this.attempt(() => this.scripts.beat(keys, this.argumentsFor(userId, socketId)))
    return answer === undefined ? cameOnlineHere : answer === 1
  }

  async leave(companyId: CompanyId, userId: UserId, socketId: string): Promise<boolean> {
    const wentOfflineHere = await this.own.leave(companyId, userId, socketId)
    const keys = [usersKey(companyId), socketsKey(companyId, userId)]
    const answer = await this.attempt(() => this.scripts.leave(keys, this.argumentsFor(userId, socketId)))
    return answer === undefined ? wentOfflineHere : answer === 1
  }

  async listOnline(companyId: CompanyId): Promise<UserId[]> {
    const own = await this.own.listOnline(companyId)
    const oldest = `(${this.nowMs() - PRESENCE_TTL_MS}`
    const shared = await this.attempt(() => this.redis.zrangebyscore(usersKey(companyId), oldest, '+inf'))
    return [...new Set([...own, ...(shared ?? []).map((id) => toUserId(Number(id)))])]
  }

  async isWhole(companyId: CompanyId): Promise<boolean> {
    const key = sinceKey(companyId)
    const since = await this.attempt(async () => {
      const known = await this.redis.get(key)
      // The data was lost or is new: sockets that are open will have sent a heartbeat soon.
      if (known === null) await this.redis.set(key, this.nowMs(), 'PX', DAY, 'NX')
      return known ?? this.nowMs()
    })
    return since !== undefined && this.isLongAgo(Number(since)) && this.isLongAgo(this.failedAtMs)
  }

  private isLongAgo(atMs: number): boolean {
    return this.nowMs() - atMs >= WHOLE_AFTER_MS
  }

  private nowMs(): number {
    return this.clock.now().getTime()
  }

  private argumentsFor(userId: UserId, socketId: string): (string | number)[] {
    return [this.nowMs(), PRESENCE_TTL_MS, userId, socketId]
  }

  private async attempt<T>(command: () => Promise<T>): Promise<T | undefined> {
    try {
      return await command()
    } catch {
      this.failedAtMs = this.nowMs()
      redisFailed('presence')
      return undefined
    }
  }
}

/**
 * Presence shared by processes. Redis decides who came online or went offline. While Redis does
 * not answer this process knows its own sockets; lost data returns with their next heartbeats.
 */
export const createRedisPresence = (redis: RedisClient, clock: Clock = systemClock): Presence =>
  new RedisPresence(redis, clock)
