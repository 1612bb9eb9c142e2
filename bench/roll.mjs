// usage: npm run bench:roll -- --before=<built checkout> [--write]      with engines: DATABASE_URL, KAFKA_BROKERS, REDIS_URL, S3_*
// Six services of an older build and six of this one on the same engines: the newer ones join (and migrate), take over, and the older ones
// end; then the same the other way round. Requests that failed, the slowest ones, and whether a message was lost, written or sent twice.
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { buildServer, buildWeb } from '../scripts/build.mjs'
import { at } from '../scripts/support/project.mjs'
import { logIn, startProgram } from './desk.mjs'
import { freePort, withPlaces } from './places.mjs'
import { circumstances, writeSection } from './results.mjs'
import { until } from './until.mjs'
import { PAUSE_MS, Usage } from './usage.mjs'

const { values } = parseArgs({
  options: { before: { type: 'string' }, write: { type: 'boolean', default: false } },
})

const PHASE_MS = 15_000
const CUSTOMERS = 8

/** Each build has a folder of its own with the same secrets; what must be shared is on the engines. */
async function startServices(places, checkout, { isFirst }) {
  const dataDir = path.join(places.dataDir, path.basename(checkout))
  if (!isFirst)
    await cp(
      path.join(places.dataDir, path.basename(values.before), 'secrets'),
      path.join(dataDir, 'secrets'),
      { recursive: true },
    )
  return startProgram([path.join(checkout, 'scripts/cluster.mjs')], {
    ...places.env,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    DEMO: isFirst ? 'minimal' : 'off',
  })
}

/* Tickets that agents write into. */
async function openTickets(desk) {
  const admin = await logIn(desk, 'admin@demo.local')
  const messages = Array.from({ length: CUSTOMERS }, (_, n) => ({
    connection: 1,
    number: `55218${60000000 + n}`,
    name: `Cliente ${n}`,
    body: 'bom dia',
  }))
  await admin.call('/simulator/inbound', { messages })
  const pending = async () => (await admin.call('/tickets?status=pending&showAll=true')).tickets
  await until(async () => (await pending()).length >= CUSTOMERS)
  for (const { id } of await pending())
    await admin.call(`/tickets/${id}`, { status: 'open', userId: admin.user.id }, 'PUT')
}

await buildServer()
await buildWeb()
const older = path.resolve(values.before)
const usage = new Usage()
let outcome = ''
await withPlaces(async (places) => {
  const running = new Set()
  const start = async (checkout, options = { isFirst: false }) => {
    const services = await startServices(places, checkout, options)
    running.add(services)
    return services
  }
  const end = async (services) => {
    running.delete(services)
    await services.stop()
  }
  try {
    const first = await start(older, { isFirst: true })
    await openTickets(first)
    await usage.begin(first)
    await usage.during('the older build', () => delay(PHASE_MS))
    const newer = await usage.during('this build joins and migrates', () => start(at('.')))
    await usage.during('both, asked through the older', () => delay(PHASE_MS))
    usage.moveTo(newer)
    await usage.during('both, asked through this one', () => delay(PHASE_MS))
    await usage.during('the older one ends', () => end(first))
    await usage.during('this build', () => delay(PHASE_MS))
    const back = await usage.during('back: the older build joins', () => start(older))
    usage.moveTo(back)
    await usage.during('both, asked through the older', () => delay(PHASE_MS))
    await usage.during('this one ends', () => end(newer))
    await usage.during('the older build', () => delay(PHASE_MS))
    await usage.stop()
    const db = new pg.Client({ connectionString: places.databaseUrl })
    await db.connect()
    outcome = await usage.settle(db)
    await db.end()
  } finally {
    for (const services of running) await services.stop()
  }
})

if (values.write)
  writeSection(
    'A roll between two builds, and back',
    `${await circumstances()}, against ${path.basename(older)}: six processes of each build on Postgres, Kafka, Redis and S3, all on the same cores; six people and phones
ask again ${PAUSE_MS} ms after each answer. Written by \`npm run bench:roll -- --before=<checkout> --write\`.

${usage.table}

${outcome}
`,
  )
