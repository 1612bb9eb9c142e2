import { DeliveryServiceClient, OpsServiceClient } from '@balcao/contracts/wire'
import type { Promised, ServiceName } from '@balcao/kernel'
import type { Client } from '@grpc/grpc-js'

import { openClient, promisedMethods, type ClientClass } from './promise-client'
import { plainRpc, type RpcCredentials } from './rpc-credentials'

/** What every service answers to its host, whatever it is for. */
export interface HouseClients {
  /** Asked by auth alone. */
  ops(service: ServiceName): Promised<OpsServiceClient>
  /** @param caller the service whose events are brought. */
  delivery(service: ServiceName, caller: ServiceName): Promised<DeliveryServiceClient>
  close(): void
}

const ops = OpsServiceClient as unknown as ClientClass
const delivery = DeliveryServiceClient as unknown as ClientClass

/** Channels open at the first call. */
export function createHouseClients(
  addresses: Record<ServiceName, string>,
  credentials: RpcCredentials = plainRpc,
): HouseClients {
  const open = new Map<string, Client>()
  const channelOf = (
    type: ClientClass,
    name: string,
    service: ServiceName,
    idempotent: readonly string[],
  ) => {
    const client = open.get(name) ?? openClient(type, addresses[service], { credentials, idempotent })
    open.set(name, client)
    return client
  }
  return {
    ops: (service) => {
      const name = `ops.${service}`
      const channel = () => channelOf(ops, name, service, ['listDeadEvents'])
      const methods = promisedMethods(name, ops, { channel, caller: 'auth' })
      return methods as unknown as Promised<OpsServiceClient>
    },
    delivery: (service, caller) => {
      const name = `delivery.${service}`
      const channel = () => channelOf(delivery, name, service, ['deliver'])
      const methods = promisedMethods(name, delivery, { channel, caller })
      return methods as unknown as Promised<DeliveryServiceClient>
    },
    close: () => open.forEach((client) => client.close()),
  }
}
