import type { CacheStore } from '@whiskeysockets/baileys'

/**
 * The library's memory of messages that it has asked our own phone for. It says so of every message, so that the library
 * asks for none: it would ask once, forget that after 8 s, and with the process. The gateway asks, with a budget in the
 * database.
 */
export const askedAlready: CacheStore = {
  get: <T>() => true as T,
  set: () => undefined,
  del: () => undefined,
  flushAll: () => undefined,
}
