import {
  systemClock,
  systemPause,
  type BlobStore,
  type Clock,
  type Mailer,
  type Primary,
  type RpcClients,
  type ServiceName,
  type ServicePorts,
} from '@balcao/kernel'

import { createPendingBlobs, createQuotaBlobStore } from '../blobs'
import { createEventLog, createInbox, createOutboxHints, type OutboxHints } from '../events'
import { createHostClients, createMediaQuota, createPeers, createRpcClients, type HostClients } from '../grpc'
import { createTokenVerifier } from '../http'
import { createIds } from '../ids'
import { createPgLeases, spreadLeases, type PgLeases } from '../leases'
import { createMediaCookies, createMediaLinks } from '../media'
import {
  createPlacements,
  FIRST_PRIMARY,
  openDatabase,
  schemaName,
  spreadDatabase,
  type PgDatabase,
  type Placements,
  type PostgresServer,
  type RoleLogin,
} from '../postgres'
import { createUserFetch, createSessionDirectory, type CachedSessionDirectory } from '../sessions'
import { createLogger } from '../telemetry/logger'
import type { Engines } from './engines'
import type { RpcAddresses } from './rpc-addresses'
import { serviceNames } from './service-names'

const log = createLogger('runtime')

/** A service's schema on one primary. */
export interface OwnPrimary extends Primary {
  db: PgDatabase
  leases: PgLeases
}

/** A service's ports with the parts that only the host uses. */
export interface HostPorts extends ServicePorts {
  sessions: CachedSessionDirectory
  primaries: readonly [OwnPrimary, ...OwnPrimary[]]
}

/** A primary besides the first. */
export interface MorePrimary {
  name: string
  server: PostgresServer
}

export interface RuntimeOptions extends RoleLogin {
  /** Connects as the owner of the schemas; services log in as their own roles. */
  postgres: PostgresServer
  /** Further primaries, among which and the first the companies' rows are spread. Their order gives them their ranges of ids. */
  morePrimaries?: readonly MorePrimary[]
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

/** The first primary and the further ones. */
export type Servers = readonly [MorePrimary, ...MorePrimary[]]

/** Resources that the services of one process share. */
export interface Runtime {
  primaries: Servers
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

const askPlacements = (servers: Servers, rpc: RpcClients): Placements =>
  createPlacements({
    names: servers.map(({ name }) => name),
    ask: async (companyId) => (await rpc.auth.findCompanyPrimary({ companyId })).name,
  })

/* One primary is used as it is. */
function joinPrimaries(
  ownPrimaries: HostPorts['primaries'],
  placements: Placements,
): Pick<ServicePorts, 'db' | 'leases'> {
  const [only, ...more] = ownPrimaries
  if (more.length === 0) return only
  return {
    db: spreadDatabase(ownPrimaries, placements),
    leases: spreadLeases(ownPrimaries, placements),
  }
}

/* What log-ins and payments need of every company is in one place. */
const onFirstPrimary: ReadonlySet<ServiceName> = new Set(['auth', 'billing'])

/** The primaries that have a service's schema. */
export const primariesOf = ({ primaries }: Pick<Runtime, 'primaries'>, service: ServiceName): Servers =>
  onFirstPrimary.has(service) ? [primaries[0]] : primaries

/** Schemas of the services whose companies may be on any primary. */
export const spreadSchemas: readonly string[] = serviceNames
  .filter((name) => !onFirstPrimary.has(name))
  .map(schemaName)

/** Ports for the services of one process. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { clock = systemClock, postgres, engines, rpc } = options
  const login: RoleLogin = {
    ...(options.roleSecret === undefined ? {} : { roleSecret: options.roleSecret }),
    ...(options.rolePassword === undefined ? {} : { rolePassword: options.rolePassword }),
  }
  const { credentials, deadlineMs } = rpc
  const clients = createRpcClients(rpc.targets, { credentials, deadlineMs })
  const hostClients = createHostClients(rpc.targets, { credentials, deadlineMs })
  const peers = createPeers(credentials, rpc.targets['messaging-gateway'])
  const primaries: Servers = [{ name: FIRST_PRIMARY, server: postgres }, ...(options.morePrimaries ?? [])]
  // Committed rows are handed to the relay of their schema, of which several primaries have one each.
  const isOnlyWriter = options.isOnlyWriter === true && primaries.length === 1
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
    primaryNames: primaries.map(({ name }) => name),
  }
  const open = new Map<ServiceName, HostPorts>()
  let closing: Promise<void> | undefined

  const openPorts = (service: ServiceName): HostPorts => {
    const schema = schemaName(service)
    // Lost connections during shutdown are not logged.
    const warn = (message: string) => (closing ? undefined : log.warn({ service }, message))
    const own = clients.as(service)
    const servers = primariesOf({ primaries }, service)
    const placements = askPlacements(servers, own)
    const openOn = ({ name, server }: MorePrimary): OwnPrimary => {
      const db = openDatabase({
        admin: server,
        schema,
        log: warn,
        ...login,
        ...(servers.length > 1 && { onAbsent: (companyId) => placements.forget(companyId) }),
        ...(options.poolSize === undefined ? {} : { poolSize: options.poolSize }),
      })
      return { name, db, leases: createPgLeases({ db, owner: options.owner, isOnlyWriter, log: warn }) }
    }
    const [first, ...more] = servers
    const ownPrimaries: HostPorts['primaries'] = [openOn(first), ...more.map(openOn)]
    const { db, leases } = joinPrimaries(ownPrimaries, placements)
    const blobs = createQuotaBlobStore(engines.blobs, createMediaQuota({ rpc: own }))
    return {
      ...shared,
      rpc: own,
      blobs,
      db,
      leases,
      primaries: ownPrimaries,
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
    const all = [...open.values()].flatMap((ports) => ports.primaries)
    await Promise.all(all.map(({ leases }) => leases.stop()))
    await Promise.all(all.map(({ db }) => db.close()))
    clients.close()
    hostClients.close()
    peers.close()
    await engines.close()
  }

  return {
    primaries,
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
