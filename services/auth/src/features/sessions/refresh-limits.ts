import type { RefreshTokenOwner } from './refresh-token.store'
import type { SessionDeps } from './session-deps'

/** Counters of refreshes, shared by processes that share a store. */
export interface RefreshCounters {
  /** Counts a try. @throws {AppError} ERR_TOO_MANY_REQUESTS with the seconds to wait. */
  consume(name: 'refresh' | 'stranger', key: string): Promise<void>
  /** Takes a counted try back. */
  reward(name: 'stranger', key: string): Promise<void>
}

export interface RefreshCaller {
  /** As `countedAddress` has it. */
  address: string
  counters: RefreshCounters
}

/**
 * The owner of a refresh token. Counted by token and by session, so that a client that repeats itself waits alone. By its
 * address, which it may share with its whole company, a call is counted only until the token turns out to be one of ours.
 * @throws {AppError} ERR_TOO_MANY_REQUESTS
 */
export async function findCountedOwner(
  deps: Pick<SessionDeps, 'db' | 'refreshTokens'>,
  tokenHash: string,
  { address, counters }: RefreshCaller,
): Promise<RefreshTokenOwner | undefined> {
  const stranger = `ip:${address}`
  await counters.consume('refresh', `token:${tokenHash}`)
  await counters.consume('stranger', stranger)
  // Platform scope: the cookie does not name a company.
  const owner = await deps.db.asPlatform((tx) => deps.refreshTokens.findOwner(tx, tokenHash))
  if (!owner) return undefined
  await counters.reward('stranger', stranger)
  await counters.consume('refresh', `session:${owner.familyId}`)
  return owner
}
