import type { RateClass } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import { RateLimiterMemory } from 'rate-limiter-flexible'

interface Limit {
  points: number
  seconds: number
}

/* Per key: a login e-mail, an address, a user or an API token. `default` and `search` only stop a runaway
   client; the rest stop guessing and flooding. */
const limits: Record<RateClass | 'login-account', Limit> = {
  login: { points: 50, seconds: 900 },
  'login-account': { points: 10, seconds: 900 },
  signup: { points: 20, seconds: 3_600 },
  refresh: { points: 300, seconds: 60 },
  'send-api': { points: 6_000, seconds: 60 },
  upload: { points: 600, seconds: 60 },
  search: { points: 30_000, seconds: 60 },
  default: { points: 60_000, seconds: 60 },
}

export type RateLimitName = keyof typeof limits

export interface RateLimits {
  /** Counts one try. @throws {AppError} ERR_TOO_MANY_REQUESTS with the seconds to wait. */
  consume(name: RateLimitName, key: string): Promise<void>
  /** Takes one try back: it was a good one. */
  forgive(name: RateLimitName, key: string): Promise<void>
}

const isRefusal = (value: unknown): value is { msBeforeNext: number } =>
  typeof value === 'object' && value !== null && !(value instanceof Error) && 'msBeforeNext' in value

/**
 * Limits counted in this process.
 * @param factor multiplies every limit: load runs on one machine raise it, 0 switches limits off.
 */
export function createRateLimits(factor = 1): RateLimits {
  const limiters = new Map<RateLimitName, RateLimiterMemory>()
  const limiterOf = (name: RateLimitName): RateLimiterMemory => {
    const known = limiters.get(name)
    if (known) return known
    const { points, seconds } = limits[name]
    const limiter = new RateLimiterMemory({
      keyPrefix: name,
      points: Math.max(1, Math.round(points * factor)),
      duration: seconds,
    })
    limiters.set(name, limiter)
    return limiter
  }
  return {
    consume: async (name, key) => {
      if (factor === 0) return
      try {
        await limiterOf(name).consume(key)
      } catch (refusal) {
        if (!isRefusal(refusal)) throw refusal
        throw new AppError('ERR_TOO_MANY_REQUESTS', {
          retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
        })
      }
    },
    forgive: async (name, key) => {
      if (factor !== 0) await limiterOf(name).reward(key)
    },
  }
}
