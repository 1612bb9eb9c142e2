import type { CacheStore } from '@whiskeysockets/baileys'

/**
 * The cache in which the library notes messages that it has requested from our own phone. Answers yes for every
 * message, so that the library requests none: it would request once, and forget that after 8 s and with the process.
 * The gateway requests them, with a budget in the database.
 */
export const placeholderResendCache: CacheStore = {
  get: <T>() => true as T,
  set: () => undefined,
  del: () => undefined,
  flushAll: () => undefined,
}
