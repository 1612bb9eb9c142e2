import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Subscription, Tx } from '@balcao/kernel'

import { companiesConsumer } from '../features/connections/companies.consumer'
import { queuesConsumer } from '../features/connections/queues.consumer'
import { erasuresConsumer } from '../features/erasure/erasures.consumer'
import { campaignsConsumer } from '../features/outbound/campaigns.consumer'
import { outboundConsumer } from '../features/outbound/outbound.consumer'
import { companySettingsConsumer } from '../features/sessions'
import type { Address } from '../features/whatsapp-driver'
import { type GatewayParts, createSessionDirectory, nudgeAllProcesses, nudgeOutbound } from './parts'
import { createFailQueued } from './routes'

const createForgetChats =
  ({ drivers }: GatewayParts) =>
  async (connectionIds: readonly ConnectionId[], chats: readonly Address[]): Promise<void> => {
    for (const driver of drivers.values()) await driver.forgetChats?.(connectionIds, chats)
  }

export const createForgetConnections =
  ({ drivers }: GatewayParts) =>
  async (connectionIds: readonly ConnectionId[]): Promise<void> => {
    for (const driver of drivers.values()) await driver.forgetConnections?.(connectionIds)
  }

export function createConsumers(parts: GatewayParts): Subscription[] {
  const { ports, stores, config } = parts
  const connectionExists = async (tx: Tx, companyId: CompanyId, connectionId: ConnectionId) =>
    (await stores.connections.find(tx, companyId, connectionId)) !== undefined
  const directory = createSessionDirectory(parts)
  const announceSettings = (companyId: CompanyId) => {
    for (const { rpcAddress } of parts.supervisor?.shards.others ?? [])
      parts.nudges.nudgeSettings(rpcAddress, companyId)
  }
  const outbound = {
    ...ports,
    ...stores,
    connectionExists,
    waIdKey: config.waIdKey,
    nudge: (connectionId: ConnectionId) => nudgeOutbound(parts, connectionId),
  }
  return [
    outboundConsumer({
      ...outbound,
      session: (companyId, connectionId) => directory.findConnected(companyId, connectionId),
    }),
    campaignsConsumer(outbound),
    queuesConsumer({ ...ports, connections: stores.connections }),
    companiesConsumer({
      ...ports,
      connections: stores.connections,
      failQueued: createFailQueued(parts),
      nudge: () => nudgeAllProcesses(parts),
    }),
    erasuresConsumer({ ...ports, ...stores, forgetChats: createForgetChats(parts) }),
    companySettingsConsumer(ports, announceSettings),
  ]
}
