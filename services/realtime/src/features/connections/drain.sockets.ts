import { setTimeout as delay } from 'node:timers/promises'

const SLICE_MS = 100

/** The part of a connection that draining needs. */
export interface Closable {
  close(): void
}

/* Shuffled, so that clients that connected together do not reconnect together. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/**
 * Closes the connections in slices over `overMs`, so that clients reconnect
 * spread over that time. At once when there are none.
 */
export async function drainConnections(connections: readonly Closable[], overMs: number): Promise<void> {
  const waiting = shuffled(connections)
  let slices = Math.max(1, Math.floor(overMs / SLICE_MS))
  while (waiting.length > 0) {
    for (const connection of waiting.splice(0, Math.ceil(waiting.length / slices))) connection.close()
    slices -= 1
    if (waiting.length > 0) await delay(SLICE_MS)
  }
}
