import { createKeyedMutex } from '@balcao/kernel'

import { asyncScope, type HeldMutex } from './async-scope'

/**
 * Runs work one after the other per key, like `createKeyedMutex`; work that already holds
 * the mutex continues at once. The library needs it: a patch of the account's settings
 * (`chatModify`) synchronises them within its own transaction, under the same key
 * (Socket/chats.js, appPatch and resyncAppState, 7.0.0-rc14), which would be a deadlock.
 */
export function createReentrantMutex(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const exclusive = createKeyedMutex<string>()
  const owner = {}
  const isHeld = (key: string): boolean => {
    for (let held = asyncScope.getStore()?.mutex; held; held = held.outer)
      if (held.owner === owner && held.key === key && !held.isOver) return true
    return false
  }
  return (key, work) => {
    if (isHeld(key)) return work()
    return exclusive(key, () => {
      const scope = asyncScope.getStore()
      const mutex: HeldMutex = { owner, key, isOver: false, outer: scope?.mutex }
      return asyncScope.run({ ...scope, mutex }, work).finally(() => (mutex.isOver = true))
    })
  }
}
