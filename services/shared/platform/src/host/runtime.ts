import {
  systemClock,
  systemPause,
  type BlobStore,
  type Clock,
  type Mailer,
  type ServiceName,
  type ServicePorts,
} from '@balcao/kernel'

import { createPendingBlobs, createQuotaBlobStore } from '../blobs'
import { createEventLog, createInbox, createOutboxHints, type OutboxHints } from '../events'
import { createHostClients, createMediaQuota, createPeers, createRpcClients, type HostClients } from '../grpc'
import { createTokenVerifier } from '../http'
import { createIds } from '../ids'
import { createPgLeases, type PgLeases } from '../leases'
import { createMediaCookies, createMediaLinks } from '../media'
import { openDatabase, schemaName, type PgDatabase, type PostgresServer, type RoleLogin } from '../postgres'
import { createUserFetch, createSessionDirectory, type CachedSessionDirectory } from '../sessions'
import { createLogger } from '../telemetry/logger'
import type { Engines } from './engines'
import type { RpcAddresses } from './rpc-addresses'

const log = createLogger('runtime')

/** A service's ports with the parts that only the host uses. */
export interface HostPorts extends ServicePorts {
  db: PgDatabase
  leases: PgLeases
  sessions: CachedSessionDirectory
}

export interface RuntimeOptions extends RoleLogin {
  /** Connects as the owner of the schemas; services log in as their own roles. */
  postgres: PostgresServer
  /** Owner name of leases: fixed where only one process can exist, else unique per process. */
  owner: string
  rpc: RpcAddresses
  engines: Engines
  mailer: Mailer
  mediaSecret: string
  /** Origin that links to media begin with; '' for links that are paths. */
  publicUrl?: string
  clock?: Clock
  poolSize?: number
  /** No other process writes this database. */
  isOnlyWriter?: boolean
}

/** Resources that the services of one process share. */
export interface Runtime {
  postgres: PostgresServer
  login: RoleLogin
  hints: OutboxHints
  engines: Engines
  blobs: BlobStore
  rpc: RpcAddresses
  hostClients: HostClients
  /** The ports of a service that this process hosts. The same object on each call. */
  portsFor(service: ServiceName): HostPorts
  /** Closes leases, databases, clients and engines, in this order. Idempotent. */
  close(): Promise<void>
}

/** Ports for the services of one process. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { clock = systemClock, postgres, engines, rpc, isOnlyWriter = false } = options
  const login: RoleLogin = {
    ...(options.roleSecret === undefined ? {} : { roleSecret: options.roleSecret }),
    ...(options.rolePassword === undefined ? {} : { rolePassword: options.rolePassword }),
  }
  const { credentials, deadlineMs } = rpc
  const clients = createRpcClients(rpc.targets, { credentials, deadlineMs })
  const hostClients = createHostClients(rpc.targets, { credentials, deadlineMs })
  const peers = createPeers(credentials, rpc.targets['messaging-gateway'])
  const hints = createOutboxHints({ isOnlyWriter })
  const shared = {
    clock,
    pause: systemPause,
    mediaLinks: createMediaLinks(options.mediaSecret, clock, options.publicUrl),
    mediaCookies: createMediaCookies(options.mediaSecret, clock),
    peers,
    inbox: createInbox(),
    cache: engines.cache,
    presence: engines.presence,
    ids: createIds(clock),
    tokens: createTokenVerifier(clients, clock),
    mailer: options.mailer,
    publicUrl: options.publicUrl ?? '',
  }
  const open = new Map<ServiceName, HostPorts>()
  let closing: Promise<void> | undefined

  const openPorts = (service: ServiceName): HostPorts => {
    const schema = schemaName(service)
    // Lost connections during shutdown are not logged.
    const warn = (message: string) => (closing ? undefined : log.warn({ service }, message))
    const db = openDatabase({
      admin: postgres,
      schema,
      log: warn,
      ...login,
      ...(options.poolSize === undefined ? {} : { poolSize: options.poolSize }),
    })
    const own = clients.as(service)
    const blobs = createQuotaBlobStore(engines.blobs, createMediaQuota({ rpc: own }))
    const leases = createPgLeases({ db, owner: options.owner, isOnlyWriter, log: warn })
    return {
      ...shared,
      rpc: own,
      blobs,
      db,
      leases,
      pendingBlobs: createPendingBlobs({ db, blobs, clock }),
      self: { owner: options.owner, rpcAddress: rpc.ownAddress(service) },
      events: createEventLog(schema, hints),
      sessions: createSessionDirectory({
        db,
        ask: createUserFetch(own, deadlineMs / 2),
        lagPatienceMs: deadlineMs,
      }),
    }
  }

  const closeAll = async (): Promise<void> => {
    await Promise.all([...open.values()].map(({ leases }) => leases.stop()))
    await Promise.all([...open.values()].map(({ db }) => db.close()))
    clients.close()
    hostClients.close()
    peers.close()
    await engines.close()
  }

  return {
    postgres,
    login,
    hints,
    rpc,
    hostClients,
    engines,
    blobs: engines.blobs,
    portsFor: (service) => {
      const ports = open.get(service) ?? openPorts(service)
      open.set(service, ports)
      return ports
    },
    close: () => (closing ??= closeAll()),
  }
}
