import type { ConnectionId, ConnectionProvider } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'

import type { UnfinishedWorkStore } from './unfinished-work.store'
import type { SessionSupervisor } from './session-supervisor'
import type { WhatsAppDriver } from '../whatsapp-driver'

interface PendingDeps extends Pick<ServicePorts, 'db'> {
  unfinishedWork: UnfinishedWorkStore
  drivers: ReadonlyMap<ConnectionProvider, WhatsAppDriver>
  supervisor(): Pick<SessionSupervisor, 'findConnected' | 'shards'> | undefined
}

/** Descriptions of the work in flight, empty when idle. What waits for a person or for a disconnected session is not in flight. */
export async function pendingWork(deps: PendingDeps): Promise<string[]> {
  const providers = [...deps.drivers.keys()]
  const { starting, unfinished } = await deps.db.asPlatform(async (tx) => ({
    starting: await deps.unfinishedWork.listStarting(tx, providers),
    unfinished: await deps.unfinishedWork.listUnfinished(tx, providers),
  }))
  const supervisor = deps.supervisor()
  const isHeld = (id: ConnectionId) =>
    (supervisor?.findConnected(id) ?? supervisor?.shards.findHolder(id)) !== undefined
  const opening = starting
    .filter(({ id, isOpening }) => isOpening || !isHeld(id))
    .map(({ id }) => `gateway: session ${id} is opening`)
  const ofDrivers = await Promise.all(
    [...deps.drivers.values()].map((driver) => driver.pending?.() ?? Promise.resolve([])),
  )
  return [...opening, ...unfinished, ...ofDrivers.flat()]
}
