import { AppError, type KnownApiKey } from '@balcao/kernel'
import type { Response } from 'express'

import type { Entitlements } from '../grpc/entitlements'
import { MOST_API_KEY_REQUESTS, type RateLimits } from './rate-limits'

/* Plans have no figure of their own: a larger company integrates more. */
const REQUESTS_PER_USER = 120
const LEAST_REQUESTS = 600

/** Requests that each API key has in a minute on a plan of so many users. */
export const computeApiKeyLimit = (users: number): number =>
  Math.min(MOST_API_KEY_REQUESTS, Math.max(LEAST_REQUESTS, users * REQUESTS_PER_USER))

/**
 * Counts a request of the key and says in headers what is left; `RateLimit-Reset` is in seconds.
 * @throws {AppError} ERR_TOO_MANY_REQUESTS
 */
export async function countApiKey(
  { rateLimits, entitlements }: { rateLimits: RateLimits; entitlements: Entitlements },
  { id, maker }: KnownApiKey,
  response: Pick<Response, 'setHeader'>,
): Promise<void> {
  const { users } = await entitlements.limits(maker.companyId)
  const window = await rateLimits.countWithin('api-key', `api-key:${id}`, computeApiKeyLimit(users))
  if (!window) return
  response.setHeader('ratelimit-limit', window.limit)
  response.setHeader('ratelimit-remaining', window.remaining)
  response.setHeader('ratelimit-reset', window.resetSeconds)
  if (window.isOver) throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: window.resetSeconds })
}
