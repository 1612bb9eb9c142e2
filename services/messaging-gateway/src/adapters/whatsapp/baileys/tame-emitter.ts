import type { EventEmitter } from 'node:events'

/**
 * The library listens with async functions and awaits none: a frame it stumbles over would be a broken promise nobody
 * holds, and the process would end for every session. From now on each listener's failure is this socket's own.
 */
export function tameEmitter(emitter: EventEmitter, failed: (error: unknown) => void): void {
  emitter.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    const listeners = emitter.rawListeners(event)
    for (const listener of listeners) {
      try {
        const outcome: unknown = listener.apply(emitter, args)
        if (outcome instanceof Promise || isThenable(outcome)) outcome.then(undefined, failed)
      } catch (error) {
        failed(error)
      }
    }
    return listeners.length > 0
  }
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
