import type { EventEmitter } from 'node:events'

export interface TameOptions {
  /** Told of each listener that failed, and at what. */
  failed(error: unknown, event: string | symbol): void
  /** Events whose frames are handled one after the other: the next one waits until every listener is done with the last. */
  inOrder?: readonly string[]
  /** Whether nobody is to hear of it. */
  passesOver?(event: string | symbol, args: readonly unknown[]): boolean
  /** Told how many frames wait, whenever that changes. */
  waiting?(frames: number): void
}

/**
 * The library listens with async functions and awaits none: a frame it stumbles over would be a broken promise nobody
 * holds, and the process would end for every session; and what takes longer is overtaken by what came later. From now on
 * each listener's failure is this socket's own, and frames of the events `inOrder` keep their order.
 */
export function tameEmitter(emitter: EventEmitter, options: TameOptions): void {
  const inOrder = new Set<string | symbol>(options.inOrder)
  const queue: { event: string | symbol; args: unknown[] }[] = []
  let isBusy = false

  const run = (event: string | symbol, args: unknown[]): Promise<unknown>[] =>
    emitter.rawListeners(event).flatMap((listener) => {
      try {
        const outcome: unknown = listener.apply(emitter, args)
        return isThenable(outcome)
          ? [Promise.resolve(outcome).catch((error: unknown) => options.failed(error, event))]
          : []
      } catch (error) {
        options.failed(error, event)
        return []
      }
    })
  const work = async () => {
    isBusy = true
    for (let next = queue.shift(); next; next = queue.shift()) {
      options.waiting?.(queue.length)
      await Promise.all(run(next.event, next.args))
    }
    isBusy = false
  }
  emitter.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (options.passesOver?.(event, args)) return true
    const isHeard = emitter.listenerCount(event) > 0
    if (!inOrder.has(event)) void Promise.all(run(event, args))
    else if (isHeard) {
      queue.push({ event, args })
      options.waiting?.(queue.length)
      if (!isBusy) void work()
    }
    return isHeard
  }
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
