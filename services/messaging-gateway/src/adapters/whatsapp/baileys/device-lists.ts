import { LRUCache } from 'lru-cache'

import type { CacheStore } from '@whiskeysockets/baileys'

import { DAY } from '@balcao/kernel'

const MOST = 5_000

/**
 * The devices that people have, as the server last said. The library would ask again every five minutes, and sets up a new
 * session with everybody whose LID comes with the answer (`getUSyncDevices`, `assertSessions(lids, true)`). It keeps the
 * lists true by the server's notifications; what those miss shows in the hash of an ack (`missed-devices.ts`).
 */
export class DeviceLists implements CacheStore {
  private readonly lists = new LRUCache<string, object>({ max: MOST, ttl: DAY })

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
