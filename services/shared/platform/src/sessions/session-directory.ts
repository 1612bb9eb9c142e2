import { userId, type CompanyId, type UserId } from '@balcao/contracts'
import { AppError, SECOND, type SessionDirectory, type TokenClaims } from '@balcao/kernel'

import { createCatchUp, type CatchUpOptions } from './catch-up'
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
interface Cached {
  companyId: CompanyId
  row: Promise<DirectoryRow | undefined>
  readAtMs: number
}

/** `SessionDirectory` on the schema's own copy; `forget` is called by the consumer that updates the copy. */
export interface CachedSessionDirectory extends SessionDirectory {
  forget(userId: UserId): void
  forgetCompany(companyId: CompanyId): void
}

export type SessionDirectoryOptions = CatchUpOptions

/**
 * Rights come from the copy and never from the token; a token version that the copy does not know is refused. For a version
 * ahead of the copy it waits, asks auth and stores the answer in the copy, and refuses after 2 s.
 */
export function createSessionDirectory(options: SessionDirectoryOptions): CachedSessionDirectory {
  const { db, monotonicMs = () => performance.now() } = options
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
    // A failed read is not cached.
    row.catch(() => cache.get(claims.userId) === entry && cache.delete(claims.userId))
    return row
  }

  const catchUp = createCatchUp(options, { read, forget: (claims) => void cache.delete(claims.userId) })

  return {
    async resolve(claims) {
      const row = await catchUp(claims)
      if (
        !row ||
        row.company_id !== claims.companyId ||
        row.token_version !== claims.tokenVersion ||
        !isAllowedIn(row)
      ) {
        throw new AppError('ERR_SESSION_OVER')
      }
      return toSession(row)
    },
    async findUsers(companyId, ids) {
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
    async listSessions(companyId) {
      const rows = await db.withTenant(companyId, (tx) => listActiveRows(tx, companyId))
      return rows.filter(isAllowedIn).map(toSession)
    },
    forget: (user) => void cache.delete(user),
    // Entries are indexed by company only after they were read; companies change rarely.
    forgetCompany: () => cache.clear(),
  }
}
