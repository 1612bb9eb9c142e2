import type { RpcClients, ServiceName } from '@balcao/kernel'
import {
  AuthServiceClient,
  BillingServiceClient,
  CampaignsServiceClient,
  MessagingServiceClient,
  RealtimeServiceClient,
  TicketsServiceClient,
} from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'
import type { Client, ClientOptions } from '@grpc/grpc-js'

import { idempotentMethods } from './idempotent-methods'
import { openClient, createPromiseMethods, type ClientClass } from './promise-client'
import { insecureRpc, type RpcCredentials } from './rpc-credentials'

const rpcServices: Record<keyof RpcClients, { service: ServiceName; type: ClientClass }> = {
  auth: { service: 'auth', type: AuthServiceClient as unknown as ClientClass },
  billing: { service: 'billing', type: BillingServiceClient as unknown as ClientClass },
  campaigns: { service: 'campaigns', type: CampaignsServiceClient as unknown as ClientClass },
  messaging: { service: 'messaging-gateway', type: MessagingServiceClient as unknown as ClientClass },
  realtime: { service: 'realtime', type: RealtimeServiceClient as unknown as ClientClass },
  tickets: { service: 'tickets', type: TicketsServiceClient as unknown as ClientClass },
}

export interface RpcClientOptions {
  credentials?: RpcCredentials
  channel?: Partial<ClientOptions>
  /** For calls without a deadline of their own; default 2 s. */
  deadlineMs?: number
}

const DEADLINE_MS = 2_000

/** Clients whose channels are shared by all callers. */
export interface NamedRpcClients extends RpcClients {
  /** The clients for one service, which sends its name with each call. */
  as(caller: ServiceName): RpcClients
  close(): void
}

/**
 * Clients of the other services. `addresses` are gRPC targets (`unix:/run/auth.sock`, `dns:///auth:9000`); a service
 * without one answers ERR_UNAVAILABLE. Channels open at the first call and reconnect. Idempotent calls that
 * no process accepted are tried three times within their deadline, others once.
 */
export function createRpcClients(
  addresses: Partial<Record<ServiceName, string>>,
  { credentials = insecureRpc, channel = {}, deadlineMs = DEADLINE_MS }: RpcClientOptions = {},
): NamedRpcClients {
  const open = new Map<string, Client>()
  const getClient = (name: keyof RpcClients): Client => {
    const { service, type } = rpcServices[name]
    const address = addresses[service]
    if (!address) throw new AppError('ERR_UNAVAILABLE', { detail: `no address for ${service}` })
    const plan = { credentials, idempotent: idempotentMethods[name], options: channel }
    const client = open.get(name) ?? openClient(type, address, plan)
    open.set(name, client)
    return client
  }
  const clientsAs = (caller?: ServiceName): RpcClients => {
    const createMethods = (name: keyof RpcClients) =>
      createPromiseMethods(name, rpcServices[name].type, {
        channel: () => getClient(name),
        caller,
        deadlineMs,
      })
    const clients = {
      auth: createMethods('auth'),
      billing: createMethods('billing'),
      campaigns: createMethods('campaigns'),
      messaging: createMethods('messaging'),
      realtime: createMethods('realtime'),
      tickets: createMethods('tickets'),
    }
    return clients as unknown as RpcClients
  }
  const close = () => open.forEach((client) => client.close())
  return { ...clientsAs(), as: clientsAs, close }
}
