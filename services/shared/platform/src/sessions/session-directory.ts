import { setTimeout as delay } from 'node:timers/promises'

import { userId, type CompanyId, type UserId } from '@balcao/contracts'
import {
  AppError,
  SECOND,
  type Database,
  type Session,
  type SessionDirectory,
  type TokenClaims,
} from '@balcao/kernel'

import {
  findRow,
  isAllowedIn,
  listActiveRows,
  listRows,
  toSession,
  type DirectoryRow,
} from './directory-rows'

const CACHE_TTL_MS = 1 * SECOND
const CACHE_LIMIT = 5_000
/** How long a token may be ahead of our copy: right after sign-up or login the event is still on its way. */
const LAG_PATIENCE_MS = 2 * SECOND
const LAG_POLL_MS = 25

interface Cached {
  companyId: CompanyId
  row: Promise<DirectoryRow | undefined>
  readAtMs: number
}

/** `SessionDirectory` on the schema's own copy; `forget` is for the consumer that keeps the copy. */
export interface CachedSessionDirectory extends SessionDirectory {
  forget(userId: UserId): void
  forgetCompany(companyId: CompanyId): void
}

export interface SessionDirectoryOptions {
  db: Database
  monotonicMs?: () => number
  lagPatienceMs?: number
}

/**
 * Rights come from the copy and never from the token. A token newer than the copy is accepted with the copy's rights;
 * when the copy does not know the user yet (or knows them as inactive), we wait for it up to 2 s, then refuse.
 */
export function createSessionDirectory(options: SessionDirectoryOptions): CachedSessionDirectory {
  const { db, monotonicMs = () => performance.now(), lagPatienceMs = LAG_PATIENCE_MS } = options
  const cache = new Map<UserId, Cached>()

  const read = (claims: TokenClaims): Promise<DirectoryRow | undefined> => {
    const known = cache.get(claims.userId)
    if (known && known.companyId === claims.companyId && monotonicMs() - known.readAtMs < CACHE_TTL_MS)
      return known.row
    const row = db.withTenant(claims.companyId, (tx) => findRow(tx, claims.companyId, claims.userId))
    const entry = { companyId: claims.companyId, row, readAtMs: monotonicMs() }
    cache.delete(claims.userId)
    cache.set(claims.userId, entry)
    for (const oldest of cache.keys()) {
      if (cache.size <= CACHE_LIMIT) break
      cache.delete(oldest)
    }
    // A failed read is the caller's error once, not everybody's for a second.
    row.catch(() => cache.get(claims.userId) === entry && cache.delete(claims.userId))
    return row
  }

  const catchUp = async (claims: TokenClaims): Promise<DirectoryRow | undefined> => {
    const deadlineMs = monotonicMs() + lagPatienceMs
    for (;;) {
      const row = await read(claims)
      if (!isBehind(row, claims) || monotonicMs() >= deadlineMs) return row
      cache.delete(claims.userId)
      await delay(LAG_POLL_MS)
    }
  }

  return {
    async resolve(claims): Promise<Session> {
      const row = await catchUp(claims)
      if (
        !row ||
        row.company_id !== claims.companyId ||
        row.token_version > claims.tokenVersion ||
        !isAllowedIn(row)
      ) {
        throw new AppError('ERR_SESSION_OVER')
      }
      // The copy may still be behind; which session this is, the token says.
      return { ...toSession(row), tokenVersion: claims.tokenVersion }
    },
    async users(companyId, ids) {
      const rows = await db.withTenant(companyId, (tx) => listRows(tx, companyId, ids))
      const entries = rows.map((row) => {
        const user = {
          id: userId(row.user_id),
          companyId,
          name: row.name,
          email: row.email,
          active: row.active && !row.deleted,
        }
        return [user.id, user] as const
      })
      return new Map(entries)
    },
    async sessionsOf(companyId) {
      const rows = await db.withTenant(companyId, (tx) => listActiveRows(tx, companyId))
      return rows.filter(isAllowedIn).map(toSession)
    },
    forget: (user) => void cache.delete(user),
    // Entries do not know their company before they are read; companies change seldom.
    forgetCompany: () => cache.clear(),
  }
}

/** Whether news about this user must still be on their way. */
function isBehind(row: DirectoryRow | undefined, claims: TokenClaims): boolean {
  if (!row) return true
  return row.token_version < claims.tokenVersion && !isAllowedIn(row)
}
