// usage: fork('publishing-host.cjs', [json])      the built realtime service on a test's database and Kafka, which publishes without a pause
const { systemClock, systemPause } = require('@balcao/kernel')
const {
  createIds,
  createInbox,
  createMemoryPresence,
  createPgLeases,
  createSessionDirectory,
  openDatabase,
} = require('@balcao/platform')
const { fakeMediaLinks } = require('../../../shared/testkit/dist/fakes/fake-media-links.js')
const { fakeTokens } = require('../../../shared/testkit/dist/fakes/fake-tokens.js')
const { createRealtimeService } = require('../../dist/service.js')

const { admin, kafka } = JSON.parse(process.argv[2])
const db = openDatabase({ admin, schema: 'realtime' })
const service = createRealtimeService(
  {
    allowedOrigins: [],
    publicOrigin: '',
    sealKey: 'a seal key for tests, long enough',
    integrationOrigins: [],
    kafka,
  },
  {
    db,
    leases: createPgLeases({ db, owner: `test-${process.pid}` }),
    clock: systemClock,
    pause: systemPause,
    ids: createIds(systemClock),
    inbox: createInbox(),
    presence: createMemoryPresence(systemClock),
    sessions: createSessionDirectory({ db, lagPatienceMs: 0 }),
    tokens: fakeTokens(),
    mediaLinks: fakeMediaLinks(),
    rpc: {},
  },
)
const { run } = service.jobs.find(({ name }) => name === 'realtime.public-events')
const { signal } = new AbortController()

async function publish() {
  for (;;) {
    await run(signal)
    process.send({ ran: true })
  }
}

publish().catch((error) => {
  console.error(error)
  process.exit(1)
})
