import { rm } from 'node:fs/promises'

import type { RpcBinding, Running, SessionDirectory } from '@balcao/kernel'
import { ReflectionService } from '@grpc/reflection'
import { Server, type ServerCredentials } from '@grpc/grpc-js'
import { HealthImplementation } from 'grpc-health-check'

import { serverOptions } from './channel-options'
import { loadProtos } from './proto-files'
import { insecureRpc, type RpcCredentials } from './rpc-credentials'
import { authorizeCalls } from './rpc-guard'

const STOP_WITHIN_MS = 10_000

const UNIX = 'unix:'

/* A socket file left by a killed process would make the bind fail. */
const clearSocket = async (address: string): Promise<void> => {
  if (address.startsWith(UNIX)) await rm(address.slice(UNIX.length), { force: true })
}

const bind = (server: Server, address: string, credentials: ServerCredentials): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => (error ? reject(error) : resolve(port)))
  })

const shutdown = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const tooLong = setTimeout(() => {
      server.forceShutdown()
      resolve()
    }, STOP_WITHIN_MS)
    server.tryShutdown(() => {
      clearTimeout(tooLong)
      resolve()
    })
  })

export interface RpcServer extends Running {
  /** Of a TCP address; 0 for a unix socket. */
  port: number
}

export interface RpcServerOptions {
  credentials?: RpcCredentials
  /** The service's directory: resolves the sessions that callers name. */
  sessions?: Pick<SessionDirectory, 'resolve'>
  /** Whether it serves reflection: for development. */
  hasReflection?: boolean
}

/**
 * A gRPC server of one service, with health (`grpc.health.v1`). `rpcAccess` decides who may call.
 * `stop` turns health to NOT_SERVING, lets calls in flight finish for 10 s, and removes its socket.
 */
export async function startRpcServer(
  address: string,
  bindings: readonly RpcBinding[],
  { credentials = insecureRpc, sessions, hasReflection = false }: RpcServerOptions = {},
): Promise<RpcServer> {
  const guard = authorizeCalls({ identity: credentials.identity, ...(sessions && { sessions }) })
  const server = new Server({ ...serverOptions(!address.startsWith(UNIX)), interceptors: [guard] })
  for (const { definition, implementation } of bindings) server.addService(definition, implementation)
  const names = bindings.map(({ name }) => name)
  const serving = Object.fromEntries(['', ...names].map((name) => [name, 'SERVING' as const]))
  const health = new HealthImplementation(serving)
  health.addToServer(server)
  if (hasReflection) new ReflectionService(loadProtos(names), { services: names }).addToServer(server)
  await clearSocket(address)
  const port = await bind(server, address, credentials.server())
  return {
    port,
    stop: async () => {
      for (const name of Object.keys(serving)) health.setStatus(name, 'NOT_SERVING')
      await shutdown(server)
      await clearSocket(address)
    },
  }
}
