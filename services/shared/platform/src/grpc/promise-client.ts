import { AppError, type CallOptions } from '@balcao/kernel'
import {
  Metadata,
  type ChannelCredentials,
  type Client,
  type ClientOptions,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js'
import { SpanKind } from '@opentelemetry/api'

import { histogram } from '../telemetry/metrics'
import { injectTrace, inSpan } from '../telemetry/tracing'
import { writeOrigin, type CallOrigin } from './call-metadata'
import { clientOptions } from './channel-options'
import { fromServiceError, grpcStatusName } from './rpc-errors'
import { expectServerName, type RpcCredentials } from './rpc-credentials'

const duration = histogram('balcao_rpc_client_ms', 'Time of a gRPC call until its answer, in milliseconds')

/** A generated client class. */
export interface ClientClass {
  new (address: string, credentials: ChannelCredentials, options?: Partial<ClientOptions>): Client
  service: ServiceDefinition
}

type Unary = (
  request: unknown,
  metadata: Metadata,
  options: { deadline: number },
  callback: (error: ServiceError | null, response: unknown) => void,
) => void

export interface ChannelPlan {
  credentials: RpcCredentials
  idempotent: readonly string[]
  options?: Partial<ClientOptions>
}

export const openClient = (type: ClientClass, target: string, plan: ChannelPlan): Client => {
  const paths = plan.idempotent.flatMap((method) => type.service[method]?.path ?? [])
  return new type(target, plan.credentials.channel, {
    ...clientOptions(paths),
    ...expectServerName(target),
    ...plan.options,
  })
}

interface Ask extends CallOrigin {
  method: string
  request: unknown
  deadlineMs: number
}

function call(client: Client, { method, request, deadlineMs, ...signs }: Ask): Promise<unknown> {
  const unary = (client as unknown as Record<string, Unary>)[method]
  if (!unary) return Promise.reject(new AppError('ERR_INTERNAL', { detail: `no rpc ${method}` }))
  const metadata = new Metadata()
  injectTrace(metadata)
  writeOrigin(metadata, signs)
  return new Promise((resolve, reject) => {
    unary.call(client, request, metadata, { deadline: Date.now() + deadlineMs }, (error, response) =>
      error ? reject(fromServiceError(error)) : resolve(response),
    )
  })
}

async function measured(
  labels: { target: string; method: string },
  ask: () => Promise<unknown>,
): Promise<unknown> {
  const startedAtMs = performance.now()
  const note = (code: string) => duration.record(performance.now() - startedAtMs, { ...labels, code })
  try {
    const answer = await ask()
    note('OK')
    return answer
  } catch (error) {
    note(grpcStatusName(error))
    throw error
  }
}

/** The client's methods as promises that reject with AppErrors. `channel` is read at each call; `caller` is sent as metadata; `deadlineMs` is for calls without one. */
export function createPromiseMethods(
  name: string,
  type: ClientClass,
  own: { channel: () => Client; caller: string | undefined; deadlineMs: number },
): Record<string, unknown> {
  const methods: Record<string, unknown> = {}
  for (const method of Object.keys(type.service)) {
    methods[method] = async (
      request: unknown,
      { deadlineMs = own.deadlineMs, session }: CallOptions = {},
    ) => {
      const signs = {
        ...(own.caller === undefined ? {} : { caller: own.caller }),
        ...(session && { session }),
      }
      const ask = async () => call(own.channel(), { method, request, deadlineMs, ...signs })
      return inSpan(
        `call ${name}.${method}`,
        { 'rpc.system': 'grpc', 'rpc.method': method },
        () => measured({ target: name, method }, ask),
        SpanKind.CLIENT,
      )
    }
  }
  return methods
}
