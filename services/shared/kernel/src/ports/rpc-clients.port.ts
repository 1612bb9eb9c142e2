import type {
  AuthServiceClient,
  BillingServiceClient,
  MessagingServiceClient,
  RealtimeServiceClient,
  TicketsServiceClient,
} from '@balcao/contracts/wire'

export interface CallOptions {
  /** Default 2,000. */
  deadlineMs?: number
}

/** A generated client's unary methods as promises that reject with AppError (ERR_DEADLINE, ERR_UNAVAILABLE, the callee's code). */
export type Promised<Client> = {
  [M in keyof Client as Client[M] extends (request: infer _Request, callback: (error: never, response: infer _Response) => void) => unknown ? M : never]: Client[M] extends (
    request: infer Request,
    metadata: infer _Metadata,
    options: infer _Options,
    callback: (error: infer _Error, response: infer Response) => void,
  ) => unknown
    ? (request: Request, options?: CallOptions) => Promise<Response>
    : never
}

/** The other services, over gRPC in both shapes. */
export interface RpcClients {
  auth: Promised<AuthServiceClient>
  billing: Promised<BillingServiceClient>
  messaging: Promised<MessagingServiceClient>
  realtime: Promised<RealtimeServiceClient>
  tickets: Promised<TicketsServiceClient>
}
