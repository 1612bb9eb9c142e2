import { LRUCache } from 'lru-cache'

import type { CacheStore } from '@whiskeysockets/baileys'

import { HOUR, MINUTE } from '@balcao/kernel'

const MOST = 500
const PER_MINUTE = 20

/**
 * The library's memory of messages that it has asked our own phone for, because they could not be read. It asks for each
 * one that it does not find here; a contact who sends rubbish all day must not keep our phone busy, so beyond some a
 * minute everything counts as asked for. The sender's phone is asked for every one, all the same.
 */
export class ResendBudget implements CacheStore {
  private readonly asked = new LRUCache<string, object>({ max: MOST, ttl: HOUR })
  private recent: number[] = []

  constructor(private readonly now: () => number = Date.now) {}

  get<T>(key: string): T | undefined {
    const known = this.asked.get(key) as { value: T } | undefined
    if (known) return known.value
    return this.isSpent() ? (true as T) : undefined
  }

  set(key: string, value: unknown): void {
    this.recent.push(this.now())
    this.asked.set(key, { value })
  }

  del(key: string): void {
    this.asked.delete(key)
  }

  flushAll(): void {
    this.asked.clear()
  }

  private isSpent(): boolean {
    this.recent = this.recent.filter((at) => this.now() - at < MINUTE)
    return this.recent.length >= PER_MINUTE
  }
}
