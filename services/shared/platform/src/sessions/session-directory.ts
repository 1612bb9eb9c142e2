import { userId, type CompanyId, type UserId } from '@balcao/contracts'
import { AppError, dropOldest, SECOND, type SessionDirectory, type TokenClaims } from '@balcao/kernel'

import { createCatchUp, type CatchUpOptions } from './catch-up'
import {
  findApiKeyRow,
  findRow,
  isAllowedIn,
  listActiveRows,
  listRows,
  toKnownApiKey,
  toSession,
  type ApiKeyRow,
  type DirectoryRow,
} from './directory-rows'

const CACHE_TTL_MS = 1 * SECOND
const CACHE_LIMIT = 5_000
interface Entry<Row> {
  companyId: CompanyId
  row: Promise<Row | undefined>
  readAtMs: number
}

/** Rows for a second, the newest 5,000. A failed read is not kept. */
function createRowCache<Key, Row>(monotonicMs: () => number) {
  const cache = new Map<Key, Entry<Row>>()
  return {
    read(companyId: CompanyId, key: Key, load: () => Promise<Row | undefined>): Promise<Row | undefined> {
      const known = cache.get(key)
      if (known && known.companyId === companyId && monotonicMs() - known.readAtMs < CACHE_TTL_MS)
        return known.row
      const entry = { companyId, row: load(), readAtMs: monotonicMs() }
      cache.delete(key)
      cache.set(key, entry)
      dropOldest(cache, CACHE_LIMIT)
      entry.row.catch(() => cache.get(key) === entry && cache.delete(key))
      return entry.row
    },
    forget: (key: Key) => void cache.delete(key),
    forgetAll: () => cache.clear(),
  }
}

/** `SessionDirectory` on the schema's own copy; `forget` is called by the consumer that updates the copy. */
export interface CachedSessionDirectory extends SessionDirectory {
  forget(userId: UserId): void
  forgetCompany(companyId: CompanyId): void
  forgetApiKeys(): void
}

export type SessionDirectoryOptions = CatchUpOptions

/**
 * Rights come from the copy and never from the token; a token version that the copy does not know is refused. For a version
 * ahead of the copy it waits, asks auth and stores the answer in the copy, and refuses after 2 s.
 */
export function createSessionDirectory(options: SessionDirectoryOptions): CachedSessionDirectory {
  const { db, monotonicMs = () => performance.now() } = options
  const users = createRowCache<UserId, DirectoryRow>(monotonicMs)
  const apiKeys = createRowCache<string, ApiKeyRow>(monotonicMs)

  const read = ({ companyId, userId: user }: TokenClaims): Promise<DirectoryRow | undefined> =>
    users.read(companyId, user, () => db.withTenant(companyId, (tx) => findRow(tx, companyId, user)))

  const catchUp = createCatchUp(options, { read, forget: (claims) => users.forget(claims.userId) })

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
    async findApiKey(companyId, hash) {
      const row = await apiKeys.read(companyId, hash, () =>
        db.withTenant(companyId, (tx) => findApiKeyRow(tx, companyId, hash)),
      )
      return row && isAllowedIn(row) ? toKnownApiKey(row) : undefined
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
    // A key's row has its maker's rights.
    forget: (user) => {
      users.forget(user)
      apiKeys.forgetAll()
    },
    forgetApiKeys: apiKeys.forgetAll,
    // Entries are indexed by company only after they were read; companies change rarely.
    forgetCompany: () => {
      users.forgetAll()
      apiKeys.forgetAll()
    },
  }
}
