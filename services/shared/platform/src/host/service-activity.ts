import type { Activity } from '@balcao/kernel'

import type { OutboxHints } from '../events'

/** How long after a note there counts as having been work of late. */
const BUSY_FOR_MS = 30_000

/** An activity that is told of work. */
export interface NotedActivity extends Activity {
  note(): void
}

export function createActivity(): NotedActivity {
  let busyUntilMs = performance.now() + BUSY_FOR_MS
  const listeners = new Set<() => void>()
  return {
    note: () => {
      busyUntilMs = performance.now() + BUSY_FOR_MS
      for (const listener of listeners) listener()
    },
    isIdle: () => performance.now() > busyUntilMs,
    onWork: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Whether a service writes events in this process: commits with events are its work. */
export function watchActivity(hints: OutboxHints, schema: string): Activity {
  const activity = createActivity()
  const { note } = activity
  hints.listen(schema, { announced: note, committed: note, uncertain: note })
  return activity
}
