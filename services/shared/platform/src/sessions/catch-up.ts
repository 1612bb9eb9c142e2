import { setTimeout as delay } from 'node:timers/promises'

import type { UserSnapshot } from '@balcao/contracts/wire'
import { SECOND, type Database, type RpcClients, type TokenClaims } from '@balcao/kernel'

import type { DirectoryRow } from './directory-rows'
import { upsertUser } from './directory-writes'

const LAG_PATIENCE_MS = 2 * SECOND
const LAG_POLL_MS = 25
/** Events take milliseconds; after this time auth is asked. */
const ASK_AFTER_MS = 250

/** Reads a user from auth; undefined when the company has no such user. */
export type FetchUserFromAuth = (claims: TokenClaims) => Promise<UserSnapshot | undefined>

export const createUserFetch =
  (rpc: Pick<RpcClients, 'auth'>, deadlineMs: number): FetchUserFromAuth =>
  async ({ companyId, userId }) => {
    const { users } = await rpc.auth.getUsers({ companyId, ids: [userId] }, { deadlineMs })
    return users.find(({ id }) => id === userId)
  }

export interface CatchUpOptions {
  db: Database
  monotonicMs?: () => number
  /** How long to wait for the event of a login or sign-up whose token has arrived before it; default 2 s. */
  lagPatienceMs?: number
  askAfterMs?: number
  /** Absent: only waits for the event. */
  ask?: FetchUserFromAuth
}

/** Reads the copy, possibly cached for a second; `forget` drops the cached entry. */
export interface CopyReader {
  read(claims: TokenClaims): Promise<DirectoryRow | undefined>
  forget(claims: TokenClaims): void
}

/** Whether the copy has not received the user's latest event. */
const isBehind = (row: DirectoryRow | undefined, claims: TokenClaims): boolean =>
  !row || row.token_version < claims.tokenVersion

/**
 * The copy's row of a token's user. While the copy does not know the token version it waits, then asks auth and stores
 * the answer in the copy, then waits for the rest (the company of a sign-up), `lagPatienceMs` in all. The caller compares the versions.
 * @throws {AppError} the error of the call to auth: then it is unknown whether the token is valid.
 */
export function createCatchUp(options: CatchUpOptions, copy: CopyReader) {
  const { db, ask, monotonicMs = () => performance.now() } = options
  const { lagPatienceMs = LAG_PATIENCE_MS, askAfterMs = ASK_AFTER_MS } = options
  const asking = new Map<string, Promise<boolean>>()

  const wait = async (claims: TokenClaims, untilMs: number): Promise<DirectoryRow | undefined> => {
    for (;;) {
      const row = await copy.read(claims)
      if (!isBehind(row, claims) || monotonicMs() >= untilMs) return row
      copy.forget(claims)
      await delay(LAG_POLL_MS)
    }
  }

  /* Whether auth knows the token version. Then the user is stored in the copy. */
  const isKnownToAuth = async (claims: TokenClaims, askAuth: FetchUserFromAuth): Promise<boolean> => {
    const user = await askAuth(claims)
    if (!user || user.tokenVersion < claims.tokenVersion) return false
    // Platform scope, as for the event with the same content.
    await db.asPlatform((tx) => upsertUser(tx, claims.companyId, user), claims.companyId)
    copy.forget(claims)
    return true
  }

  const askOnce = (claims: TokenClaims, askAuth: FetchUserFromAuth): Promise<boolean> => {
    const key = `${claims.companyId}:${claims.userId}:${claims.tokenVersion}`
    const asked = asking.get(key) ?? isKnownToAuth(claims, askAuth).finally(() => asking.delete(key))
    asking.set(key, asked)
    return asked
  }

  return async (claims: TokenClaims): Promise<DirectoryRow | undefined> => {
    const startedAtMs = monotonicMs()
    const patienceMs = ask ? Math.min(askAfterMs, lagPatienceMs) : lagPatienceMs
    const row = await wait(claims, startedAtMs + patienceMs)
    if (!isBehind(row, claims) || !ask) return row
    if (!(await askOnce(claims, ask))) return row
    return wait(claims, startedAtMs + lagPatienceMs)
  }
}
