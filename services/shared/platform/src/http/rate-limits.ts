import { createHash } from 'node:crypto'

import type { RateClass } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'

import type { RedisClient } from '../redis'

/** Requests of an API key in a minute, whatever its plan. */
export const MOST_API_KEY_REQUESTS = 6_000

interface Limit {
  points: number
  seconds: number
  /** Counted in each process, even with Redis. */
  isLocal?: true
}

/* Per key: an account on a network or on a known device, a network, an account, an address, a user or an API token. `default` and `search` only stop a runaway
   client and are not worth a round trip per request; the rest stop guessing and flooding. */
const limits: Record<
  | RateClass
  | 'login-account'
  | 'login-everywhere'
  | 'reset-account'
  | 'reset-code'
  | 'reset-everywhere'
  | 'email-change'
  | 'refresh'
  | 'short-token'
  | 'given-email'
  | 'given-by-company'
  | 'given-by-network'
  | 'stranger'
  | 'api-key',
  Limit
> = {
  login: { points: 50, seconds: 900 },
  'login-account': { points: 10, seconds: 900 },
  'login-everywhere': { points: 100, seconds: 900 },
  /* Calls of an address before the caller is identified; returned when identification succeeds. */
  stranger: { points: 3_000, seconds: 60 },
  /* Tokens of the send API that are short enough to be guessed: unknown ones from an address, taken ones entered by a company. */
  'short-token': { points: 60, seconds: 900 },
  /* What one API key may have at most; the plan's limit is lower. */
  'api-key': { points: MOST_API_KEY_REQUESTS, seconds: 60 },
  signup: { points: 20, seconds: 3_600 },
  'reset-request': { points: 20, seconds: 3_600 },
  /* Requests of codes for an account from a network: further mails wait. */
  'reset-account': { points: 3, seconds: 3_600 },
  /* Wrong codes of an account, from a network and from all. */
  'reset-code': { points: 5, seconds: 900 },
  'reset-everywhere': { points: 100, seconds: 900 },
  reset: { points: 100, seconds: 3_600 },
  /* E-mails that a user asks to have. */
  'email-change': { points: 5, seconds: 3_600 },
  /* Of a refresh token, and of the session whose it is: tabs and reloads of one user. */
  refresh: { points: 120, seconds: 60 },
  /* E-mails that a company gives to its users: from a network, from all, and of all companies of a network. */
  'given-email': { points: 20, seconds: 900 },
  'given-by-company': { points: 100, seconds: 900 },
  'given-by-network': { points: 100, seconds: 900 },
  'integration-test': { points: 30, seconds: 600 },
  'send-api': { points: 6_000, seconds: 60 },
  upload: { points: 600, seconds: 60 },
  /* Spreadsheets of a company. */
  import: { points: 30, seconds: 600 },
  search: { points: 30_000, seconds: 60, isLocal: true },
  default: { points: 60_000, seconds: 60, isLocal: true },
}

export type RateLimitName = keyof typeof limits

/** What is left of a limit after a try. */
export interface RateWindow {
  limit: number
  /** 0 for the last try within the limit, and for those over it. */
  remaining: number
  isOver: boolean
  resetSeconds: number
}

/** Calls of one key in a time, before an installation's factor. */
export const readRateLimit = (name: RateLimitName): { points: number; seconds: number } => limits[name]

export interface RateLimits {
  /** Counts one try. @throws {AppError} ERR_TOO_MANY_REQUESTS with the seconds to wait. */
  consume(name: RateLimitName, key: string): Promise<void>
  /** Counts one try; returns the number over the limit, 0 within it. Never throws for the limit. */
  countExcess(name: RateLimitName, key: string): Promise<number>
  /** Counts one try against a limit of the caller's own in the window of `name`; undefined while limits are off. Never throws for the limit. */
  countWithin(name: RateLimitName, key: string, points: number): Promise<RateWindow | undefined>
  /** Returns one try after a success. */
  reward(name: RateLimitName, key: string): Promise<void>
}

const isRefusal = (value: unknown): value is { msBeforeNext: number; consumedPoints: number } =>
  typeof value === 'object' && value !== null && !(value instanceof Error) && 'msBeforeNext' in value

/* Keys contain e-mails, addresses and tokens: Redis gets their digests. */
const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url')

interface Limiter {
  counter: RateLimiterAbstract
  keyOf(key: string): string
}

function createLimiter(name: RateLimitName, factor: number, redis: RedisClient | undefined): Limiter {
  const { points, seconds, isLocal } = limits[name]
  const options = { keyPrefix: name, points: Math.max(1, Math.round(points * factor)), duration: seconds }
  const memory = new RateLimiterMemory(options)
  if (!redis || isLocal) return { counter: memory, keyOf: (key) => key }
  const counter = new RateLimiterRedis({
    ...options,
    keyPrefix: `balcao:rate:${name}`,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: memory,
  })
  return { counter, keyOf: hashKey }
}

/**
 * Limits counted in this process, or in Redis for all processes together. While Redis does not answer each process counts
 * for itself: callers are still limited, and not refused because of Redis.
 * @param factor multiplies every limit: load runs on one machine raise it, 0 switches limits off.
 */
export function createRateLimits(factor = 1, redis?: RedisClient): RateLimits {
  const limiters = new Map<RateLimitName, Limiter>()
  const findLimiter = (name: RateLimitName): Limiter => {
    const limiter = limiters.get(name) ?? createLimiter(name, factor, redis)
    limiters.set(name, limiter)
    return limiter
  }
  return {
    consume: async (name, key) => {
      if (factor === 0) return
      const { counter, keyOf } = findLimiter(name)
      try {
        await counter.consume(keyOf(key))
      } catch (refusal) {
        if (!isRefusal(refusal)) throw refusal
        throw new AppError('ERR_TOO_MANY_REQUESTS', {
          retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
        })
      }
    },
    countExcess: async (name, key) => {
      if (factor === 0) return 0
      const { counter, keyOf } = findLimiter(name)
      try {
        await counter.consume(keyOf(key))
        return 0
      } catch (refusal) {
        if (!isRefusal(refusal)) throw refusal
        return Math.max(1, refusal.consumedPoints - counter.points)
      }
    },
    countWithin: async (name, key, points) => {
      if (factor === 0) return undefined
      const { counter, keyOf } = findLimiter(name)
      const { consumedPoints, msBeforeNext } = await counter.penalty(keyOf(key))
      const limit = Math.max(1, Math.round(points * factor))
      return {
        limit,
        remaining: Math.max(0, limit - consumedPoints),
        isOver: consumedPoints > limit,
        resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      }
    },
    reward: async (name, key) => {
      if (factor === 0) return
      const { counter, keyOf } = findLimiter(name)
      await counter.reward(keyOf(key))
    },
  }
}
