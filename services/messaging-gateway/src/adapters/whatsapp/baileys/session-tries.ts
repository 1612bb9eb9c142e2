/** A correspondent's sessions as the library stores them, by base key. */
interface SessionRecord {
  _sessions?: Record<string, { indexInfo?: { used?: number } }>
}

/**
 * The record with only the change that decrypting made. The library tries a message on every session it has with its
 * sender, and a try that fails has turned that session's ratchet all the same: while messages of the old session are
 * still on their way, a new one would be spoilt, and what is sent in it could not be read. The session that decrypted is
 * the one whose time of use has moved.
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
