import { DeliveryServiceClient, OpsServiceClient } from '@balcao/contracts/wire'
import type { Promised, ServiceName } from '@balcao/kernel'
import type { Client } from '@grpc/grpc-js'

import { openClient, promisedMethods, type ClientClass } from './promised-client'
import { plainRpc, type RpcCredentials } from './rpc-credentials'

/** What every service answers to its host, whatever it is for. */
export interface HouseClients {
  ops(service: ServiceName): Promised<OpsServiceClient>
  delivery(service: ServiceName): Promised<DeliveryServiceClient>
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
  const methodsOf = (
    type: ClientClass,
    kind: string,
    service: ServiceName,
    idempotent: readonly string[],
  ) => {
    const name = `${kind}.${service}`
    return promisedMethods(name, type, () => {
      const client = open.get(name) ?? openClient(type, addresses[service], { credentials, idempotent })
      open.set(name, client)
      return client
    })
  }
  return {
    ops: (service) =>
      methodsOf(ops, 'ops', service, ['listDeadEvents']) as unknown as Promised<OpsServiceClient>,
    delivery: (service) =>
      methodsOf(delivery, 'delivery', service, ['deliver']) as unknown as Promised<DeliveryServiceClient>,
    close: () => open.forEach((client) => client.close()),
  }
}
