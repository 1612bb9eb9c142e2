import { errorStatus } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import type {
  handleUnaryCall,
  sendUnaryData,
  ServerUnaryCall,
  UntypedServiceImplementation,
} from '@grpc/grpc-js'

import { createLogger } from '../telemetry/logger'
import { histogram } from '../telemetry/metrics'
import { serverSpan } from '../telemetry/tracing'
import { grpcStatusName, toStatus } from './rpc-errors'

const log = createLogger('rpc')
const duration = histogram('balcao_rpc_server_ms', 'Time to answer a gRPC call, in milliseconds')

type Handler<H> =
  H extends handleUnaryCall<infer Request, infer Response> ? (request: Request) => Promise<Response> : never

/** One promise-returning function per method of a generated `<Name>ServiceServer`. */
export type RpcHandlers<Server> = {
  [M in keyof Server as string extends M ? never : number extends M ? never : M]: Handler<Server[M]>
}

type AnyCall = ServerUnaryCall<unknown, unknown>

const hasDeadline = (call: AnyCall): boolean => Number.isFinite(Number(call.getDeadline()))

async function answer(handle: (request: unknown) => Promise<unknown>, call: AnyCall): Promise<unknown> {
  if (!hasDeadline(call)) throw new AppError('ERR_MALFORMED_REQUEST', { detail: 'a call needs a deadline' })
  return handle(call.request)
}

function logFailure(method: string, error: unknown): void {
  if (error instanceof AppError) log[errorStatus[error.kind].log]({ method, code: error.code }, 'rpc refused')
  else log.error({ method, err: error }, 'rpc failed')
}

function spanned(
  method: string,
  handle: (request: unknown) => Promise<unknown>,
  call: AnyCall,
): Promise<unknown> {
  const attributes = { 'rpc.system': 'grpc', 'rpc.method': method }
  return serverSpan(
    `rpc ${method}`,
    () => call.metadata.getMap(),
    attributes,
    async () => {
      try {
        return await answer(handle, call)
      } catch (error) {
        logFailure(method, error)
        throw error
      }
    },
  )
}

/**
 * A gRPC implementation from promise-returning handlers.
 * AppErrors become their status with `desk-error` metadata; any other throw is INTERNAL without detail and logged.
 * A call without a deadline is refused with ERR_MALFORMED_REQUEST.
 */
export function implementRpc<Server>(handlers: RpcHandlers<Server>): UntypedServiceImplementation {
  const implementation: UntypedServiceImplementation = {}
  for (const [method, handle] of Object.entries<(request: unknown) => Promise<unknown>>(handlers)) {
    implementation[method] = (call: AnyCall, callback: sendUnaryData<unknown>) => {
      const startedAt = performance.now()
      const note = (code: string) => duration.record(performance.now() - startedAt, { method, code })
      spanned(method, handle, call).then(
        (response) => {
          note('OK')
          callback(null, response)
        },
        (error: unknown) => {
          note(grpcStatusName(error))
          callback(toStatus(error))
        },
      )
    }
  }
  return implementation
}
