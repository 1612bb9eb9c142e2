import { createHash } from 'node:crypto'

import type { RedisClient } from './open-redis'

export type RedisScript = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>

const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('NOSCRIPT')

/** A Lua script that runs atomically. Sent by its digest; in full when the server does not know it. */
export function redisScript(redis: RedisClient, lua: string): RedisScript {
  const digest = createHash('sha1').update(lua).digest('hex')
  return async (keys, args) => {
    try {
      return await redis.evalsha(digest, keys.length, ...keys, ...args)
    } catch (error) {
      if (!isUnknownScript(error)) throw error
      return redis.eval(lua, keys.length, ...keys, ...args)
    }
  }
}
