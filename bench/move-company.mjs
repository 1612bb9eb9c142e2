// usage: npm run bench:move-company [-- --write]      how long a large company takes to another primary of Postgres, and how long it is read-only meanwhile
// The largest company of 2,000,000 messages, from one server to another, both on this machine, by scripts/move-company.mjs while the desk runs.
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { connect, platform } from '../scripts/support/installation.mjs'
import { at, capture, say } from '../scripts/support/project.mjs'
import { dataSet } from './data-set.mjs'
import { logIn, startProgram } from './desk.mjs'
import { copyData } from './older-build.mjs'
import { circumstances, writeSection } from './results.mjs'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

const SETTINGS = {
  wal_level: 'logical',
  max_replication_slots: 10,
  max_wal_senders: 10,
  max_logical_replication_workers: 8,
  max_sync_workers_per_subscription: 4,
  max_worker_processes: 12,
}
const COMPANY = 1
const ASK_EVERY_MS = 50

/* Whether the company's own requests are answered, until it is stopped: the longest time that they were not. */
function watch(desk, admin) {
  let [longestMs, refusedAt, isOver] = [0, undefined, false]
  const asking = (async () => {
    while (!isOver) {
      const { status } = await fetch(`${desk.url}/tickets?status=open&pageNumber=1`, {
        headers: { authorization: `Bearer ${admin.token}` },
      })
      const now = performance.now()
      if (status === 503) refusedAt ??= now
      else if (refusedAt !== undefined) {
        longestMs = Math.max(longestMs, now - refusedAt)
        refusedAt = undefined
      }
      await delay(ASK_EVERY_MS)
    }
  })()
  return async () => {
    isOver = true
    await asking
    return longestMs
  }
}

async function readSize(server) {
  const client = await connect(server)
  const { rows } = await client.query('SELECT pg_database_size(current_database())::float8 / 1e9 AS gb')
  await client.end()
  return rows[0].gb
}

const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`

async function measure(b, env) {
  const desk = await startProgram([at('services/standalone/dist/main.js')], env)
  try {
    const admin = await logIn(desk, 'admin@demo.local')
    const empty = await readSize(b)
    const ask = watch(desk, admin)
    const startedAt = performance.now()
    const args = [at('scripts/move-company.mjs'), '--company', String(COMPANY), '--to', 'b']
    const moved = await capture(process.execPath, args, { env: { ...process.env, ...env } })
    const wholeMs = performance.now() - startedAt
    const refusedMs = await ask()
    say(moved.output)
    if (moved.code !== 0) throw new Error('the move failed')
    const [, readOnly] = /read-only for (\S+) s/.exec(moved.output)
    const [, rows] = /(\d+) rows of company/.exec(moved.output)
    const gigabytes = (await readSize(b)) - empty
    return `${Number(rows).toLocaleString('en')} rows, ${gigabytes.toFixed(2)} GB where they arrived, in ${seconds(wholeMs)} with the deletion of the former ones; read-only for ${readOnly} s; the company’s own requests were refused for ${seconds(refusedMs)} at most.`
  } finally {
    await desk.stop()
  }
}

await buildServer()
const data = await dataSet({ tickets: 200_000, messages: 2_000_000 })
const folder = at('.cache/bench/move-company')
await mkdir(path.join(folder, 'b'), { recursive: true })
await copyData(data, path.join(folder, 'first'))
const password = await readFile(path.join(folder, 'first/secrets/postgres-password'), 'utf8')
const { formatPostgresUrl, startEmbeddedPostgres } = platform()
const start = (name) =>
  startEmbeddedPostgres({ dataDir: path.join(folder, name, 'postgres'), password, settings: SETTINGS })
const servers = [await start('first'), await start('b')]
try {
  const [first, b] = servers.map(({ admin }) => admin)
  const line = await measure(b, {
    DATA_DIR: path.join(folder, 'first'),
    PORT: '0',
    DEMO: 'minimal',
    DATABASE_URL: formatPostgresUrl(first),
    DATABASE_ROLE_SECRET: password,
    MORE_PRIMARIES: `b=${formatPostgresUrl(b)}`,
  })
  say(line)
  if (values.write)
    writeSection(
      'A company moves to another primary',
      `${await circumstances()}: between two servers on the same two cores, while the desk runs. Written by \`npm run bench:move-company -- --write\`.

${line}
`,
    )
} finally {
  for (const server of servers) await server.stop()
  await rm(folder, { recursive: true, force: true })
}
