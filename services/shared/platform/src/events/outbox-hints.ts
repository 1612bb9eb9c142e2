import { CommittedRows, type Appending } from './committed-rows'
import type { UnsentRow } from './relay-window'

/** A schema's relay in this process. */
export interface OutboxListener {
  /** Rows were committed. */
  announced(): void
  /** These rows were committed; those of a key come in their order. */
  committed(rows: readonly UnsentRow[]): void
  /** A transaction ended and it is not known how: its rows may be committed. */
  uncertain(): void
}

/** Tells a schema's relay in this process about commits. Optional: the relay polls as well. */
export interface OutboxHints {
  /** Whether committed rows are passed on themselves, so that the relay need not read them. */
  readonly carriesRows: boolean
  announce(schema: string): void
  /** Rows that a transaction appends; called in the order of a key's rows. */
  append(schema: string, keys: readonly string[]): Appending
  /** Returns the function that unsubscribes. */
  listen(schema: string, listener: OutboxListener): () => void
}

export interface OutboxHintsOptions {
  /** This process alone writes the outboxes, so that it sees every row of a key in order. */
  isOnlyWriter?: boolean
}

export function createOutboxHints({ isOnlyWriter = false }: OutboxHintsOptions = {}): OutboxHints {
  const listeners = new Map<string, Set<OutboxListener>>()
  const committed = new Map<string, CommittedRows>()
  const each = (schema: string, tell: (listener: OutboxListener) => void): void =>
    [...(listeners.get(schema) ?? [])].forEach(tell)
  const open = (schema: string): CommittedRows => {
    const rows = new CommittedRows(
      (released) => each(schema, (listener) => listener.committed(released)),
      () => each(schema, (listener) => listener.uncertain()),
    )
    committed.set(schema, rows)
    return rows
  }
  return {
    carriesRows: isOnlyWriter,
    announce: (schema) => each(schema, (listener) => listener.announced()),
    append: (schema, keys) => (committed.get(schema) ?? open(schema)).append(keys),
    listen(schema, listener) {
      const all = listeners.get(schema) ?? new Set()
      listeners.set(schema, all.add(listener))
      return () => void all.delete(listener)
    },
  }
}
