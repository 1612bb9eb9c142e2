import { isLongToken } from './connection'

/** Counters of tries, shared by processes that share a store. */
export interface TokenCounters {
  /** Counts a try. @throws {AppError} ERR_TOO_MANY_REQUESTS with the seconds to wait. */
  consume(name: 'short-token', key: string): Promise<void>
  /** Takes a counted try back. */
  reward(name: 'short-token', key: string): Promise<void>
}

/**
 * Runs `work` with a token. A short one can be guessed, so its tries count until `work` succeeds; a long one is never
 * made to wait, neither by itself nor by others' short ones.
 * @param key of who tries: an address, or a company
 * @throws {AppError} ERR_TOO_MANY_REQUESTS, and what `work` throws
 */
export async function withTokenLimit<T>(
  counters: TokenCounters,
  { token, key }: { token: string; key: string },
  work: () => Promise<T>,
): Promise<T> {
  if (token === '' || isLongToken(token)) return work()
  await counters.consume('short-token', key)
  const result = await work()
  await counters.reward('short-token', key)
  return result
}
