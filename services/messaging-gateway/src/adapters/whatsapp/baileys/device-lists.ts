import { LRUCache } from 'lru-cache'

import type { CacheStore } from '@whiskeysockets/baileys'

import { DAY } from '@balcao/kernel'

const MAX_LISTS = 5_000

/**
 * People's devices, as the server last reported them. The library would query them every five
 * minutes, and would set up a new session with every person whose LID is in the answer
 * (`getUSyncDevices`, `assertSessions(lids, true)`). A notification of the server drops a
 * person's lists (`watch-network.ts`); a missed one shows in the hash of an ack (`missed-devices.ts`).
 */
export class DeviceLists implements CacheStore {
  private readonly lists = new LRUCache<string, object>({ max: MAX_LISTS, ttl: DAY })

  get<T>(user: string): T | undefined {
    return (this.lists.get(user) as { list: T } | undefined)?.list
  }

  set(user: string, list: unknown): void {
    this.lists.set(user, { list })
  }

  del(user: string): void {
    this.lists.delete(user)
  }

  flushAll(): void {
    this.lists.clear()
  }
}
