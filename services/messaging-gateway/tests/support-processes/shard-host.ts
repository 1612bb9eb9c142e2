import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { systemClock, systemPause, type RpcClients, type ServicePorts } from '@balcao/kernel'
import {
  createEventLog,
  createHttpApp,
  createIds,
  createInbox,
  createMediaCookies,
  createMemoryCache,
  createMemoryPresence,
  createPeers,
  createPendingBlobs,
  createPgLeases,
  createRateLimits,
  createSessionDirectory,
  FIRST_PRIMARY,
  defaultEdgeSettings,
  openDatabase,
  startRpcServer,
} from '@balcao/platform'
import { Client } from 'pg'

import { fakeMediaLinks, fakeTokens, memoryBlobs } from '../../../shared/testkit/src/fakes'
import { parseKeyRing } from '../../src/features/signal-vault/key-ring'
import { messagingGatewayMigrations } from '../../src/migrations'
import { createGateway } from '../../src/gateway/create-gateway'
import type { HostInput, HostNews, HostOrder } from '../shard-host'

/* One gateway process as a pod runs it, without the rest of the desk: sessions, HTTP and gRPC. Commands arrive by IPC. */

const input = JSON.parse(process.argv[2] ?? '{}') as HostInput
const say = (news: HostNews) => process.send?.(news)

/* Every statement of this process carries the process's name, so that a test sees who wrote. */
const connect = Client.prototype.connect as (...args: unknown[]) => unknown
Client.prototype.connect = function (this: Client, ...args: unknown[]) {
  const parameters = (this as unknown as { connectionParameters: { options?: string } }).connectionParameters
  parameters.options = `${parameters.options ?? ''} -c balcao.who=${input.owner}`
  return connect.apply(this, args)
} as typeof Client.prototype.connect

for (const kind of ['unhandledRejection', 'uncaughtException'])
  process.on(kind, (error: Error) => {
    process.stderr.write(`${input.owner}: ${kind}: ${error.stack}\n`)
    process.exit(1)
  })

const { schema } = messagingGatewayMigrations
const db = openDatabase({ admin: input.admin, schema })
const leases = createPgLeases({
  db,
  owner: input.owner,
  ...(input.leaseTimes && { times: input.leaseTimes }),
})
const peers = createPeers()
const blobs = memoryBlobs()
const self = { owner: input.owner, rpcAddress: '' }
const ports: ServicePorts = {
  db,
  primaries: [{ name: FIRST_PRIMARY, db, leases }],
  primaryNames: [FIRST_PRIMARY],
  leases,
  self,
  peers,
  clock: systemClock,
  pause: systemPause,
  ids: createIds(systemClock),
  publicUrl: '',
  events: createEventLog(schema),
  inbox: createInbox(),
  cache: createMemoryCache({ clock: systemClock }),
  presence: createMemoryPresence(systemClock),
  sessions: createSessionDirectory({ db, lagPatienceMs: 0 }),
  blobs,
  pendingBlobs: createPendingBlobs({ db, blobs, clock: systemClock }),
  mailer: { delivers: false, send: () => Promise.resolve() },
  mediaLinks: fakeMediaLinks(),
  mediaCookies: createMediaCookies('a secret of tests, 32 characters', systemClock),
  tokens: fakeTokens(),
  rpc: { auth: { getSettings: () => Promise.resolve({ settings: {} }) } } as unknown as RpcClients,
}
const { vaultKeys, ...config } = input.config
const service = createGateway({ ...config, vaultKeys: parseKeyRing(vaultKeys) }, ports, input.tuning)

async function obey(order: HostOrder): Promise<void> {
  const event = deskEvent(
    ports,
    orderingKeys.connection(order.company, order.connectionId),
    order.$case,
    order.value,
  )
  for (const consumer of service.consumers)
    if (consumer.cases.includes(order.$case)) await consumer.handle({ event, attempt: 1 })
}

async function start(): Promise<void> {
  const rpc = await startRpcServer('127.0.0.1:0', service.rpc)
  self.rpcAddress = `127.0.0.1:${rpc.port}`
  const edge = { ...defaultEdgeSettings(), rateLimits: createRateLimits(0) }
  const server = createServer(
    { keepAliveTimeout: 0 },
    createHttpApp({ edge, trustedProxies: 0, allowedOrigins: [], isHttps: false }, (app) => {
      if (service.http) app.use(service.http)
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const running = await service.start?.()
  process.on('message', (order: HostOrder) => {
    obey(order).then(
      () => say({ kind: 'done', number: order.number, error: '' }),
      (error: Error) => say({ kind: 'done', number: order.number, error: String(error.stack) }),
    )
  })
  process.on('SIGTERM', () => {
    void Promise.resolve(running?.stop())
      .then(() => rpc.stop())
      .then(() => leases.stop())
      .then(() => db.close())
      .then(() => process.exit(0))
  })
  const { port } = server.address() as AddressInfo
  say({ kind: 'ready', rpcAddress: self.rpcAddress, url: `http://127.0.0.1:${port}` })
}

void start()
