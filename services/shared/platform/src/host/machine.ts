import path from 'node:path'

import {
  systemClock,
  type BlobStore,
  type Clock,
  type Mailer,
  type MediaLinks,
  type ServiceName,
  type ServicePorts,
} from '@balcao/kernel'

import { createMemoryCache } from '../cache'
import { createEventLog, createInbox, createOutboxHints, type OutboxHints } from '../events'
import { createPeers, createRpcClients } from '../grpc'
import { createTokenVerifier } from '../http'
import { createIds } from '../ids'
import { createPgLeases, type PgLeases } from '../leases'
import { createMediaLinks } from '../media'
import { openDatabase, schemaOf, type PgDatabase, type PostgresServer } from '../postgres'
import { createMemoryPresence } from '../presence'
import { createSessionDirectory, type CachedSessionDirectory } from '../sessions'
import { createLogger } from '../telemetry/logger'

const log = createLogger('machine')

/** A service's ports with what only the host may see of them. */
export interface HostPorts extends ServicePorts {
  db: PgDatabase
  leases: PgLeases
  sessions: CachedSessionDirectory
}

export interface MachineOptions {
  /** As the owner of the schemas; services log in as their own roles. */
  postgres: PostgresServer
  roleSecret?: string
  /** Who holds leases: one fixed name where only one process can exist, else unique per process. */
  owner: string
  /** Folder of the services' gRPC sockets. */
  socketFolder: string
  blobs: BlobStore
  mailer: Mailer
  mediaSecret: string
  clock?: Clock
  poolSize?: number
}

/** Everything that services of one process stand on. */
export interface Machine {
  postgres: PostgresServer
  roleSecret: string | undefined
  hints: OutboxHints
  blobs: BlobStore
  mediaLinks: MediaLinks
  /** gRPC target by service. */
  addresses: Record<ServiceName, string>
  /** The same object for the same service. */
  portsOf(service: ServiceName): HostPorts
  /** Leases, databases and clients, in this order. */
  close(): Promise<void>
}

export const serviceNames: readonly ServiceName[] = [
  'auth',
  'billing',
  'campaigns',
  'messaging-gateway',
  'realtime',
  'tickets',
]

const socketsIn = (folder: string): Record<ServiceName, string> => {
  const of = (service: ServiceName) => `unix:${path.join(folder, `${service}.sock`)}`
  return {
    auth: of('auth'),
    billing: of('billing'),
    campaigns: of('campaigns'),
    'messaging-gateway': of('messaging-gateway'),
    realtime: of('realtime'),
    tickets: of('tickets'),
  }
}

/** Ports for services that share a process: one Postgres, gRPC over unix sockets, memory for what may be forgotten. */
export function createMachine(options: MachineOptions): Machine {
  const { clock = systemClock, postgres, roleSecret } = options
  const addresses = socketsIn(options.socketFolder)
  const clients = createRpcClients(addresses)
  const peers = createPeers()
  const hints = createOutboxHints()
  const mediaLinks = createMediaLinks(options.mediaSecret, clock)
  const shared = {
    clock,
    mediaLinks,
    rpc: clients,
    peers,
    inbox: createInbox(),
    cache: createMemoryCache({ clock }),
    presence: createMemoryPresence(clock),
    ids: createIds(clock),
    tokens: createTokenVerifier(clients, clock),
    blobs: options.blobs,
    mailer: options.mailer,
  }
  const open = new Map<ServiceName, HostPorts>()
  let isClosing = false

  const openPorts = (service: ServiceName): HostPorts => {
    const schema = schemaOf(service)
    // Connections that go away while we leave are no news.
    const warn = (message: string) => (isClosing ? undefined : log.warn({ service }, message))
    const db = openDatabase({
      admin: postgres,
      schema,
      log: warn,
      ...(roleSecret === undefined ? {} : { roleSecret }),
      ...(options.poolSize === undefined ? {} : { poolSize: options.poolSize }),
    })
    const leases = createPgLeases({ db, owner: options.owner, log: warn })
    return {
      ...shared,
      db,
      leases,
      self: { owner: options.owner, rpcAddress: addresses[service] },
      events: createEventLog(schema, hints),
      sessions: createSessionDirectory({ db }),
    }
  }

  return {
    postgres,
    roleSecret,
    hints,
    mediaLinks,
    addresses,
    blobs: options.blobs,
    portsOf: (service) => {
      const ports = open.get(service) ?? openPorts(service)
      open.set(service, ports)
      return ports
    },
    close: async () => {
      isClosing = true
      await Promise.all([...open.values()].map(({ leases }) => leases.stop()))
      await Promise.all([...open.values()].map(({ db }) => db.close()))
      clients.close()
      peers.close()
    },
  }
}
