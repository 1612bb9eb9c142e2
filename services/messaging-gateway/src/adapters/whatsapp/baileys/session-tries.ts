/** The Signal sessions with one device as the library stores them, by base key. */
interface SessionRecord {
  _sessions?: Record<string, { indexInfo?: { used?: number } }>
}

/**
 * The record with only the changes of the session that decrypted. The library tries a message on every session with
 * its sender, and a failed try also advances that session's ratchet: messages of an old session would break the new
 * one, and what is sent in it could not be read. The session that decrypted is the one whose `used` time has changed.
 */
export function withoutFailedTries<T extends object>(before: T, after: T): T {
  const old = (before as SessionRecord)._sessions ?? {}
  const tried = (after as SessionRecord)._sessions ?? {}
  const entries = Object.entries(tried)
  const isUsed = (key: string) => tried[key]?.indexInfo?.used !== old[key]?.indexInfo?.used
  if (!entries.some(([key]) => isUsed(key))) return after
  const kept = entries.map(([key, entry]) => [key, isUsed(key) ? entry : (old[key] ?? entry)])
  return { ...after, _sessions: Object.fromEntries(kept) as unknown }
}
