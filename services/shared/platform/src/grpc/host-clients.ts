import { DeliveryServiceClient, OpsServiceClient } from '@balcao/contracts/wire'
import type { PromiseClient, ServiceName } from '@balcao/kernel'
import type { Client } from '@grpc/grpc-js'

import { openClient, createPromiseMethods, type ClientClass } from './promise-client'
import type { RpcCredentials } from './rpc-credentials'

/** Clients of the gRPC services that every host serves. */
export interface HostClients {
  /** Called by auth only. */
  ops(service: ServiceName): PromiseClient<OpsServiceClient>
  /** @param caller the service whose events are delivered. */
  delivery(service: ServiceName, caller: ServiceName): PromiseClient<DeliveryServiceClient>
  close(): void
}

const ops = OpsServiceClient as unknown as ClientClass
const delivery = DeliveryServiceClient as unknown as ClientClass

/** Channels open at the first call. */
export function createHostClients(
  addresses: Record<ServiceName, string>,
  { credentials, deadlineMs }: { credentials: RpcCredentials; deadlineMs: number },
): HostClients {
  const open = new Map<string, Client>()
  const getClient = (
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
      const channel = () =>
        getClient(ops, name, service, ['listDeadEvents', 'listExportParts', 'readExportPage'])
      const methods = createPromiseMethods(name, ops, { channel, caller: 'auth', deadlineMs })
      return methods as unknown as PromiseClient<OpsServiceClient>
    },
    delivery: (service, caller) => {
      const name = `delivery.${service}`
      const channel = () => getClient(delivery, name, service, ['deliver'])
      const methods = createPromiseMethods(name, delivery, { channel, caller, deadlineMs })
      return methods as unknown as PromiseClient<DeliveryServiceClient>
    },
    close: () => open.forEach((client) => client.close()),
  }
}
