import path from 'node:path'

import { SECOND, type ServiceName } from '@balcao/kernel'

import { insecureRpc, type RpcCredentials } from '../grpc'
import { serviceNames } from './service-names'

/** gRPC addresses of an installation, as one process sees them. */
export interface RpcAddresses {
  /** Whether this process hosts every service. */
  hostsEveryService: boolean
  /** Target of each service: any of its processes. */
  targets: Record<ServiceName, string>
  /** Address to listen on for a service that this process hosts. */
  listenAddress(service: ServiceName): string
  /** Target of a service in this process. */
  ownAddress(service: ServiceName): string
  credentials: RpcCredentials
  /** Whether servers offer reflection (`npm run rpc`). */
  hasReflection: boolean
  /** How long a call waits that has no deadline of its own. */
  deadlineMs: number
}

/* Over a network a late answer may mean a lost peer. In one process it means a busy machine, where to give up early makes more work. */
const NETWORK_DEADLINE_MS = 2 * SECOND
const ONE_PROCESS_DEADLINE_MS = 10 * SECOND

/** All services in one process: a unix socket each. */
export function unixSocketAddresses(folder: string, hasReflection = false): RpcAddresses {
  const of = (service: ServiceName) => `unix:${path.join(folder, `${service}.sock`)}`
  const targets = Object.fromEntries(serviceNames.map((name) => [name, of(name)]))
  return {
    hostsEveryService: true,
    targets: targets as Record<ServiceName, string>,
    listenAddress: of,
    ownAddress: of,
    credentials: insecureRpc,
    hasReflection,
    deadlineMs: ONE_PROCESS_DEADLINE_MS,
  }
}

/* An IPv6 address needs its brackets before a port. */
const withPort = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** One service per process. `address` is where the other processes reach this one. */
export const networkAddresses = (network: {
  targets: Record<ServiceName, string>
  host: string
  address: string
  port: number
  credentials: RpcCredentials
  hasReflection?: boolean
}): RpcAddresses => ({
  hostsEveryService: false,
  targets: network.targets,
  listenAddress: () => withPort(network.host, network.port),
  ownAddress: () => withPort(network.address, network.port),
  credentials: network.credentials,
  hasReflection: network.hasReflection ?? false,
  deadlineMs: NETWORK_DEADLINE_MS,
})
