import { EventEmitter } from 'node:events'

/** Wakes a schema's relay in this process after a commit. Optional: the relay polls as well. */
export interface OutboxHints {
  announce(schema: string): void
  /** Returns the function that unsubscribes. */
  listen(schema: string, wake: () => void): () => void
}

export function createOutboxHints(): OutboxHints {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  return {
    announce: (schema) => void emitter.emit(schema),
    listen(schema, wake) {
      emitter.on(schema, wake)
      return () => void emitter.off(schema, wake)
    },
  }
}
