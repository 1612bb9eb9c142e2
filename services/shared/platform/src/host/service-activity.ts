import type { OutboxHints } from '../events'

/** How long after a commit with events a service counts as busy. */
const BUSY_FOR_MS = 30_000

/** Whether a service writes events in this process. */
export interface ServiceActivity {
  isIdle(): boolean
  /** Called at each commit. Returns the function that unsubscribes. */
  onCommit(listener: () => void): () => void
}

export function watchActivity(hints: OutboxHints, schema: string): ServiceActivity {
  let busyUntilMs = performance.now() + BUSY_FOR_MS
  const listeners = new Set<() => void>()
  const note = (): void => {
    busyUntilMs = performance.now() + BUSY_FOR_MS
    for (const listener of listeners) listener()
  }
  hints.listen(schema, { announced: note, committed: note, uncertain: note })
  return {
    isIdle: () => performance.now() > busyUntilMs,
    onCommit: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
