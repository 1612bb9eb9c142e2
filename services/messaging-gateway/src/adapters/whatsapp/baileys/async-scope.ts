import { AsyncLocalStorage } from 'node:async_hooks'

import type { Joined } from './signal-keys'

/** A held mutex. Once `isOver`, calls that outlive the work (the library's unawaited promises) no longer hold it. */
export interface HeldMutex {
  owner: object
  key: string
  isOver: boolean
  outer: HeldMutex | undefined
}

/** The unit of key changes and the mutex that the running code belongs to. */
export interface AsyncScope {
  joined?: Joined
  mutex?: HeldMutex
}

/* One for all purposes and all sessions: Node 20 does work for each AsyncLocalStorage at every promise. */
export const asyncScope = new AsyncLocalStorage<AsyncScope>()
