// usage: fork('realtime-host.cjs', [json])      the built realtime service alone, on a test's database and Redis; ends on SIGTERM
const { createServer } = require('node:http')

const { systemClock, systemPause } = require('@balcao/kernel')
const {
  createHttpApp,
  createIds,
  createInbox,
  createPgLeases,
  createRateLimits,
  createRedisPresence,
  createSessionDirectory,
  defaultEdgeSettings,
  openDatabase,
  openRedis,
} = require('@balcao/platform')
const { deskEvent } = require('@balcao/contracts/wire')
const { fakeMediaLinks } = require('../../../shared/testkit/dist/fakes/fake-media-links.js')
const { fakeTokens } = require('../../../shared/testkit/dist/fakes/fake-tokens.js')
const { startJob } = require('../../../shared/platform/dist/host/jobs.js')
const { createRealtimeService } = require('../../dist/service.js')

const input = JSON.parse(process.argv[2])

for (const kind of ['unhandledRejection', 'uncaughtException'])
  process.on(kind, (error) => {
    console.error(kind, error)
    process.exit(1)
  })

const db = openDatabase({ admin: input.admin, schema: 'realtime' })
const redis = openRedis(input.redisUrl, { clientName: 'test' })
const leases = createPgLeases({ db, owner: `test-${process.pid}` })
const ports = {
  db,
  leases,
  clock: systemClock,
  pause: systemPause,
  ids: createIds(systemClock),
  inbox: createInbox(),
  presence: createRedisPresence(redis, systemClock),
  sessions: createSessionDirectory({ db, lagPatienceMs: 0 }),
  tokens: fakeTokens(),
  mediaLinks: fakeMediaLinks(),
  rpc: { tickets: { canViewTicket: async () => ({ allowed: true }) } },
}
const cluster = { redisUrl: input.redisUrl, drainMs: input.drainMs }
const service = createRealtimeService(
  {
    allowedOrigins: [],
    publicOrigin: '',
    sealKey: 'a seal key for tests, long enough',
    integrationOrigins: [],
    cluster,
  },
  ports,
)
const app = createHttpApp(
  {
    edge: { ...defaultEdgeSettings(), rateLimits: createRateLimits(0) },
    trustedProxies: 0,
    allowedOrigins: [],
    isHttps: false,
  },
  (mounted) => mounted.use(service.http),
)
const server = createServer(app)
const sockets = service.attach(server)
const jobs = service.jobs
  .filter(({ name }) => !input.withoutJobs.includes(name))
  .map((job) => startJob(job, { leases, clock: systemClock }))

async function publish({ name, value, key }) {
  const event = deskEvent(ports, key, name, value)
  for (const { cases, handle } of service.consumers)
    if (cases.includes(event.body.$case)) await handle({ event, attempt: 1 })
}

process.on('message', (message) => {
  publish(message).then(
    () => process.send({ done: message.id }),
    (error) => process.send({ done: message.id, error: String(error) }),
  )
})

process.on('SIGTERM', async () => {
  await sockets.stop()
  server.close()
  server.closeAllConnections()
  await Promise.all(jobs.map((job) => job.stop()))
  await leases.stop()
  await redis.close()
  await db.close()
  process.exit(0)
})

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
