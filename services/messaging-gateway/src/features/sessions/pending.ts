import type { ConnectionId, ConnectionProvider } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'

import type { LaggardStore } from './laggards.store'
import type { SessionSupervisor } from './session-supervisor'
import type { WhatsAppDriver } from '../whatsapp-driver'

interface PendingDeps extends Pick<ServicePorts, 'db'> {
  laggards: LaggardStore
  drivers: ReadonlyMap<ConnectionProvider, WhatsAppDriver>
  supervisor(): Pick<SessionSupervisor, 'line' | 'shards'> | undefined
}

/** Work in flight, by name; empty when all is quiet. What waits for a person or a dead line is not in flight. */
export async function pendingWork(deps: PendingDeps): Promise<string[]> {
  const providers = [...deps.drivers.keys()]
  const { awake, unsettled } = await deps.db.asPlatform(async (tx) => ({
    awake: await deps.laggards.listAwake(tx, providers),
    unsettled: await deps.laggards.listUnfinished(tx, providers),
  }))
  const supervisor = deps.supervisor()
  const isServed = (id: ConnectionId) =>
    (supervisor?.line(id) ?? supervisor?.shards.holderOf(id)) !== undefined
  const opening = awake
    .filter(({ id, isOpening }) => isOpening || !isServed(id))
    .map(({ id }) => `gateway: session ${id} is opening`)
  const theirs = await Promise.all(
    [...deps.drivers.values()].map((driver) => driver.pending?.() ?? Promise.resolve([])),
  )
  return [...opening, ...unsettled, ...theirs.flat()]
}
