import type {
  AuthServiceClient,
  BillingServiceClient,
  CampaignsServiceClient,
  MessagingServiceClient,
  RealtimeServiceClient,
  TicketsServiceClient,
} from '@balcao/contracts/wire'
import type { Client, Metadata, ServiceError } from '@grpc/grpc-js'

import type { Session } from '../session/session'

export interface CallOptions {
  /** Default 2,000 over a network, 10,000 within one process. */
  deadlineMs?: number
  /** The session on whose behalf the call is made; the callee refuses it when its company differs from the request's. */
  session?: Session
}

/** A generated client's unary methods as promises that reject with AppError (ERR_DEADLINE, ERR_UNAVAILABLE, the callee's code). */
export type PromiseClient<GeneratedClient> = {
  [M in Exclude<keyof GeneratedClient, keyof Client>]: GeneratedClient[M] extends (
    request: infer Request,
    metadata: Metadata,
    options: infer _Options,
    callback: (error: ServiceError | null, response: infer Response) => void,
  ) => unknown
    ? (request: Request, options?: CallOptions) => Promise<Response>
    : never
}

/** Clients of the other services, over unix sockets or TCP. */
export interface RpcClients {
  auth: PromiseClient<AuthServiceClient>
  billing: PromiseClient<BillingServiceClient>
  campaigns: PromiseClient<CampaignsServiceClient>
  messaging: PromiseClient<MessagingServiceClient>
  realtime: PromiseClient<RealtimeServiceClient>
  tickets: PromiseClient<TicketsServiceClient>
}
