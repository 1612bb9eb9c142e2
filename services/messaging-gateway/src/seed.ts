import type { CompanyId, QueueId } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'

import { PgConnectionStore } from './adapters/postgres/pg-connection-store'
import { DeviceLedger, buildNumber } from './adapters/whatsapp/simulated/device-ledger'
import { connectionChanged, unsetConnection, type Connection } from './features/connections'

export interface SeedConnection {
  companyId: CompanyId
  name: string
  isDefault: boolean
  queueIds: readonly QueueId[]
  greetingMessage?: string
}

/** A simulated connection with a paired phone; its session connects when the gateway runs. */
export async function seedConnection(
  ports: Pick<ServicePorts, 'db' | 'events' | 'clock' | 'ids'>,
  seed: SeedConnection,
): Promise<Connection> {
  const store = new PgConnectionStore()
  const devices = new DeviceLedger(ports.db)
  const connection = await ports.db.withTenant(seed.companyId, async (tx) => {
    const inserted = await store.insert(tx, toDraft(seed, ports.ids.token(32)), ports.clock.now())
    await ports.events.append(tx, [connectionChanged(ports, inserted)])
    return inserted
  })
  await ports.db.asPlatform(async (tx) => {
    await devices.ensure(tx, seed.companyId, connection.id)
    await execute(
      tx,
      sql`UPDATE simulator.lines SET paired = true, number = ${buildNumber(connection.id)}
        WHERE connection_id = ${connection.id}`,
    )
  })
  return connection
}

const toDraft = (seed: SeedConnection, token: string) => ({
  ...unsetConnection,
  companyId: seed.companyId,
  name: seed.name,
  provider: 'simulated' as const,
  isDefault: seed.isDefault,
  greetingMessage: seed.greetingMessage ?? '',
  queueIds: [...seed.queueIds],
  token,
  status: 'OPENING' as const,
  wanted: true,
})
