import type { EventTransport } from './event-transport.port'
import type { Relay } from './relay'

/** Undelivered work by name: schemas with unsent rows, groups with events in progress. Empty when all is delivered. */
export async function listPendingEvents(
  relays: readonly Relay[],
  transport: EventTransport,
): Promise<string[]> {
  const unsent = await Promise.all(relays.map((relay) => relay.pending()))
  return [...transport.pending(), ...unsent.flat()]
}
