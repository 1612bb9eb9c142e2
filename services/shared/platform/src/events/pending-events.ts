import type { EventTransport } from './event-transport.port'
import type { Relay } from './relay'

/** Every laggard by name: schemas with unsent rows, groups with events in work. Empty when all has been delivered. */
export async function listPendingEvents(
  relays: readonly Relay[],
  transport: EventTransport,
): Promise<string[]> {
  const unsent = await Promise.all(relays.map((relay) => relay.pending()))
  return [...transport.pending(), ...unsent.flat()]
}
