import { AsyncLocalStorage } from 'node:async_hooks'

import type { Joined } from './signal-keys'

/** A mutex that is held. What outlives its work (a fire-and-forget of the library) holds it no more. */
export interface HeldMutex {
  owner: object
  key: string
  isOver: boolean
  outer: HeldMutex | undefined
}

/** What the code that runs is part of. */
export interface AsyncScope {
  joined?: Joined
  mutex?: HeldMutex
}

/* One for everything and for all sessions: Node 20 looks after each of them at every promise. */
export const asyncScope = new AsyncLocalStorage<AsyncScope>()
