import type { ConnectionProvider } from '@balcao/contracts'
import type { ServicePorts, Tx } from '@balcao/kernel'

import type { WhatsAppDriver } from './whatsapp-driver.port'

/** What of the queue and of starting sessions can still move by itself. */
export interface LaggardStore {
  /** Names of sessions that are opening and of rows that a connected session will settle. Needs a platform transaction. */
  laggards(tx: Tx, providers: readonly ConnectionProvider[]): Promise<string[]>
}

/** Work in flight, by name; empty when all is quiet. What waits for a person or a dead line is not in flight. */
export async function pendingWork(
  deps: Pick<ServicePorts, 'db'> & { laggards: LaggardStore; drivers: ReadonlyMap<ConnectionProvider, WhatsAppDriver> },
): Promise<string[]> {
  const ours = await deps.db.asPlatform((tx) => deps.laggards.laggards(tx, [...deps.drivers.keys()]))
  const theirs = await Promise.all([...deps.drivers.values()].map((driver) => driver.pending?.() ?? []))
  return [...ours, ...theirs.flat()]
}
