import type { RpcClients, ServiceName } from '@balcao/kernel'
import {
  AuthServiceClient,
  BillingServiceClient,
  MessagingServiceClient,
  RealtimeServiceClient,
  TicketsServiceClient,
} from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'
import {
  credentials,
  Metadata,
  type ChannelCredentials,
  type Client,
  type ClientOptions,
  type ServiceError,
} from '@grpc/grpc-js'

import { injectTrace, inSpan } from '../telemetry/tracing'
import { channelOptions } from './channel-options'
import { fromServiceError } from './rpc-errors'

const DEFAULT_DEADLINE_MS = 2_000

interface ClientClass {
  new (address: string, credentials: ChannelCredentials, options?: Partial<ClientOptions>): Client
  service: Record<string, unknown>
}

type Unary = (
  request: unknown,
  metadata: Metadata,
  options: { deadline: number },
  callback: (error: ServiceError | null, response: unknown) => void,
) => void

const homes: Record<keyof RpcClients, { service: ServiceName; type: ClientClass }> = {
  auth: { service: 'auth', type: AuthServiceClient as unknown as ClientClass },
  billing: { service: 'billing', type: BillingServiceClient as unknown as ClientClass },
  messaging: { service: 'messaging-gateway', type: MessagingServiceClient as unknown as ClientClass },
  realtime: { service: 'realtime', type: RealtimeServiceClient as unknown as ClientClass },
  tickets: { service: 'tickets', type: TicketsServiceClient as unknown as ClientClass },
}

function call(client: Client, method: string, request: unknown, deadlineMs: number): Promise<unknown> {
  const unary = (client as unknown as Record<string, Unary>)[method]
  if (!unary) return Promise.reject(new AppError('ERR_INTERNAL', { detail: `no rpc ${method}` }))
  const metadata = new Metadata()
  injectTrace(metadata)
  return new Promise((resolve, reject) => {
    unary.call(client, request, metadata, { deadline: Date.now() + deadlineMs }, (error, response) =>
      error ? reject(fromServiceError(error)) : resolve(response),
    )
  })
}

/**
 * Clients of the other services. `addresses` are gRPC targets (`unix:/run/auth.sock`, `auth:9000`); a service
 * without one answers ERR_UNAVAILABLE. Channels open at the first call and reconnect by themselves.
 */
export function createRpcClients(
  addresses: Partial<Record<ServiceName, string>>,
): RpcClients & { close(): void } {
  const open = new Map<ServiceName, Client>()
  const channel = (service: ServiceName, type: ClientClass): Client => {
    const address = addresses[service]
    if (!address) throw new AppError('ERR_UNAVAILABLE', { detail: `no address for ${service}` })
    const client = open.get(service) ?? new type(address, credentials.createInsecure(), channelOptions)
    open.set(service, client)
    return client
  }
  const clients: Record<string, Record<string, unknown>> = {}
  for (const [name, { service, type }] of Object.entries(homes)) {
    const methods: Record<string, unknown> = {}
    for (const method of Object.keys(type.service)) {
      methods[method] = async (request: unknown, options: { deadlineMs?: number } = {}) =>
        inSpan(`call ${name}.${method}`, {}, () =>
          call(channel(service, type), method, request, options.deadlineMs ?? DEFAULT_DEADLINE_MS),
        )
    }
    clients[name] = methods
  }
  const close = () => open.forEach((client) => client.close())
  return { ...(clients as unknown as RpcClients), close }
}
