// usage: node gateway-host.cjs <json>      the built gateway alone, on a test's database; ends on SIGTERM
const { Client } = require('pg')

const input = JSON.parse(process.argv[2])

/* Every statement of this process says whose it is: that is how a test sees who wrote. */
const connect = Client.prototype.connect
Client.prototype.connect = function (...args) {
  const { connectionParameters } = this
  connectionParameters.options = `${connectionParameters.options ?? ''} -c balcao.who=${input.owner}`
  return connect.apply(this, args)
}

const { systemClock } = require('@balcao/kernel')
const {
  createEventLog,
  createIds,
  createInbox,
  createMemoryCache,
  createMemoryPresence,
  createPendingBlobs,
  createPeers,
  createPgLeases,
  createSessionDirectory,
  openDatabase,
} = require('@balcao/platform')
const { memoryBlobs } = require('../../../shared/testkit/dist/fakes/memory-blobs.js')
const { parseKeyRing } = require('../../dist/features/signal-vault/key-ring.js')
const { createMessagingGatewayService } = require('../../dist/service.js')

const db = openDatabase({ admin: input.admin, schema: 'messaging_gateway' })
const leases = createPgLeases({ db, owner: input.owner, times: input.leaseTimes })
const blobs = memoryBlobs()
const ports = {
  db,
  leases,
  clock: systemClock,
  ids: createIds(systemClock),
  events: createEventLog('messaging_gateway'),
  inbox: createInbox(),
  cache: createMemoryCache({ clock: systemClock }),
  presence: createMemoryPresence(systemClock),
  sessions: createSessionDirectory({ db, lagPatienceMs: 0 }),
  blobs,
  pendingBlobs: createPendingBlobs({ db, blobs, clock: systemClock }),
  self: { owner: input.owner, rpcAddress: 'none' },
  peers: createPeers(),
  rpc: { auth: { getSettings: () => Promise.resolve({ settings: [] }) } },
}
const config = { ...input.config, vaultKeys: parseKeyRing(input.vaultKeys) }
const service = createMessagingGatewayService(config, ports, input.tuning)

for (const kind of ['unhandledRejection', 'uncaughtException'])
  process.on(kind, (error) => {
    console.error(kind, error)
    process.exit(1)
  })

service.start().then((running) => {
  process.on('SIGTERM', () => {
    running
      .stop()
      .then(() => leases.stop())
      .then(() => db.close())
      .then(() => process.exit(0))
  })
  console.log('ready')
})
