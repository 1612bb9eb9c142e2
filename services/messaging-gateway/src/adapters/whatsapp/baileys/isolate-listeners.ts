import type { EventEmitter } from 'node:events'

export interface IsolateOptions {
  /** Called for each listener that failed, with its event. */
  failed(error: unknown, event: string | symbol): void
  /** Events whose frames are handled one after the other: the next frame waits until all listeners have finished. */
  inOrder?: readonly string[]
  /** Whether the event is dropped before any listener is called. */
  isDropped?(event: string | symbol, args: readonly unknown[]): boolean
  /** Called with the number of waiting frames whenever it changes. */
  onQueueLength?(frames: number): void
}

/**
 * Replaces the socket's `emit`. The library has async listeners and awaits none: a frame
 * that makes one reject would be an unhandled rejection, which ends the process with all
 * sessions, and slow listeners are overtaken by later frames. Here a listener's failure is
 * reported for this socket only, and frames of the events `inOrder` keep their order.
 */
export function isolateListeners(emitter: EventEmitter, options: IsolateOptions): void {
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
  const drain = async () => {
    isBusy = true
    for (let next = queue.shift(); next; next = queue.shift()) {
      options.onQueueLength?.(queue.length)
      await Promise.all(run(next.event, next.args))
    }
    isBusy = false
  }
  emitter.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (options.isDropped?.(event, args)) return true
    const hasListeners = emitter.listenerCount(event) > 0
    if (!inOrder.has(event)) void Promise.all(run(event, args))
    else if (hasListeners) {
      queue.push({ event, args })
      options.onQueueLength?.(queue.length)
      if (!isBusy) void drain()
    }
    return hasListeners
  }
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
