// usage: npm run bench:relay [-- --sent=10000000 --unsent=500000 --only=relay,update --write]
// A relay's statements on an outbox of that size, and how long the update to partitioned tables takes on one.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { password, withPostgres } from './with-postgres.mjs'
import { circumstances, writeSection } from './results.mjs'

const require = createRequire(import.meta.url)
const dist = (file) => require(at('services/shared/platform/dist', file))

const { values } = parseArgs({
  options: {
    sent: { type: 'string', default: '10000000' },
    unsent: { type: 'string', default: '500000' },
    only: { type: 'string', default: 'relay,update' },
    write: { type: 'boolean', default: false },
  },
})
const [sent, unsent] = [Number(values.sent), Number(values.unsent)]
const FILLED_AT_ONCE = 1_000_000
const FETCHES = 300
const PER_SHARD = 64
const MOST_IN_FLIGHT = 4_000
const KEYS = 20_000
const NONE_FULL = { companies: [], keys: [] }

const lines = []
const report = (what, result) => {
  lines.push(`| ${what} | ${result} | ${loadavg()[0].toFixed(1)} |`)
  say(lines.at(-1))
}

const ms = (number) => `${number.toFixed(number < 10 ? 2 : 0)} ms`
const shown = (times) => {
  const sorted = [...times].sort((left, right) => left - right)
  const share = (part) => ms(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))])
  return `fastest ${ms(sorted[0])}, p50 ${share(0.5)}, p95 ${share(0.95)}`
}

/* User and system time in ms; the kernel counts in hundredths of a second. */
const cpuOfProcess = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return 10 * (Number(fields[11]) + Number(fields[12]))
}
const cpuOfNode = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function timed(work) {
  const startedAt = performance.now()
  const result = await work()
  return { result, tookMs: performance.now() - startedAt }
}

/* A day of rows, oldest first; those of one key in one shard. Ids rise as UUIDv7 do. */
async function fill(owner, { rows, isSent, fromHours, toHours }) {
  for (let first = 0; first < rows; first += FILLED_AT_ONCE) {
    await owner.query(
      `INSERT INTO outbox (id, company_id, ordering_key, shard, topic, type, body, created_at, sent)
       SELECT (lpad(to_hex(floor(1000 * extract(epoch FROM now()))::bigint), 12, '0') || '70008000' || lpad(to_hex($7::bigint + n), 12, '0'))::uuid, 1 + n % 40, 'ticket:' || n % ${KEYS}, n % 8, 'tickets', 'ticketChanged',
         '{"eventId":"019c","companyId":7,"ticketChanged":{"ticket":{"id":1}}}',
         now() - interval '1 hour' * ($3::float - ($3::float - $4::float) * n / $5::float), $6
       FROM generate_series($1::int, $2::int) AS n`,
      [
        first,
        Math.min(rows, first + FILLED_AT_ONCE) - 1,
        fromHours,
        toHours,
        rows,
        isSent,
        isSent ? 0 : sent,
      ],
    )
  }
}

/* CPU of the relay's Postgres process and of node per call: the wall clock counts the machine's other work too. */
async function reportCalls(what, backend, work) {
  const [database, node] = [cpuOfProcess(backend), cpuOfNode()]
  const times = await work()
  const each = (cpu) => ms(cpu / times.length)
  const cpu = `**${each(cpuOfProcess(backend) - database)}** CPU of Postgres, ${each(cpuOfNode() - node)} of node`
  report(what, `${cpu}; ${shown(times)}`)
}

async function measureFetches(connection, inFlight) {
  const times = []
  for (let n = 0; n < FETCHES; n += 1)
    times.push((await timed(() => connection.fetch(inFlight, NONE_FULL, PER_SHARD))).tookMs)
  return times
}

async function collectInFlight(connection) {
  const rows = []
  while (rows.length < MOST_IN_FLIGHT)
    rows.push(
      ...(
        await connection.fetch(
          rows.map(({ seq }) => seq),
          NONE_FULL,
          PER_SHARD,
        )
      ).rows,
    )
  return rows.map(({ seq }) => seq)
}

/* Each row is fetched and marked once. */
async function drain(connection) {
  const times = []
  for (;;) {
    const { result, tookMs } = await timed(async () => {
      const { rows } = await connection.fetch([], NONE_FULL, PER_SHARD)
      if (rows.length > 0) await connection.mark(rows)
      return rows.length
    })
    if (result === 0) return times
    times.push(tookMs)
  }
}

async function measureRelay(owner, server) {
  await owner.query(`SELECT add_partitions('outbox', now() - interval '1 day', now())`)
  const filled = await timed(async () => {
    await fill(owner, { rows: sent, isSent: true, fromHours: 20, toHours: 0.5 })
    await fill(owner, { rows: unsent, isSent: false, fromHours: 0.5, toHours: 0 })
  })
  const [{ size }] = (
    await owner.query(
      `SELECT pg_size_pretty(sum(pg_total_relation_size(inhrelid))) AS size FROM pg_inherits WHERE inhparent = 'outbox'::regclass`,
    )
  ).rows
  say(`${sent} sent and ${unsent} unsent rows, ${size}, in ${(filled.tookMs / 1000).toFixed(0)} s`)
  const noop = () => undefined
  const { OutboxConnection } = dist('events/outbox-connection.js')
  const connection = await OutboxConnection.open(server, 'desk', { notified: noop, asked: noop, lost: noop })
  try {
    await connection.shareShards({ isAsked: false, isQuiet: true })
    const { rows: relays } = await owner.query(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'balcao desk relay'`,
    )
    const measure = (what, inFlight) =>
      reportCalls(what, relays[0].pid, () => measureFetches(connection, inFlight))
    await measure('a fetch, no statistics', [])
    await owner.query('ANALYZE outbox')
    await measure('a fetch, analyzed', [])
    const inFlight = await collectInFlight(connection)
    await measure(`a fetch, ${inFlight.length} rows in flight`, inFlight)
    await measureAcrossShards(owner)
    await reportCalls(`a fetch and its marks, until ${unsent} rows are sent`, relays[0].pid, () =>
      drain(connection),
    )
    await measure('a fetch of nothing', [])
  } finally {
    await connection.close()
  }
}

/* The statement before: all shards in one ordered read. */
async function measureAcrossShards(owner) {
  const times = []
  for (let n = 0; n < 5; n += 1) {
    const read = () =>
      owner.query(
        `SELECT seq, id, topic, type, company_id, ordering_key, body FROM outbox
         WHERE NOT sent AND shard = ANY('{0,1,2,3,4,5,6,7}') ORDER BY seq LIMIT 500`,
      )
    times.push((await timed(read)).tookMs)
  }
  report('for comparison: one read across the shards', shown(times))
}

/* CPU of the migration's Postgres process, read until it is gone. */
function watchMigration(owner) {
  let [cpuMs, isOver] = [0, false]
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await owner.query(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'balcao migrations'`,
      )
      for (const { pid } of rows) if (existsSync(`/proc/${pid}/stat`)) cpuMs = cpuOfProcess(pid)
      await delay(100)
    }
  })()
  return async () => {
    isOver = true
    await watching
    return cpuMs
  }
}

const VERSION_BEFORE = '00000000T000008'

async function measureUpdate(owner, admin, migrate) {
  const { platformMigrations } = dist('postgres/platform-migrations.js')
  await owner.query(`DROP SCHEMA desk CASCADE; CREATE SCHEMA desk;
    CREATE TABLE desk.migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`)
  for (const { name, up } of platformMigrations.filter((migration) => migration.name < VERSION_BEFORE)) {
    await owner.query(up)
    await owner.query('INSERT INTO migrations (name) VALUES ($1)', [name])
  }
  await fill(owner, { rows: sent, isSent: true, fromHours: 20, toHours: 0.5 })
  await fill(owner, { rows: unsent, isSent: false, fromHours: 0.5, toHours: 0 })
  await owner.query(`INSERT INTO inbox (consumer, event_id) SELECT 'realtime.feed-tickets', id FROM outbox`)
  const readCpu = watchMigration(owner)
  const { tookMs } = await timed(() => migrate([{ schema: 'desk', migrations: [] }], { admin }))
  const cpuMs = await readCpu()
  const [{ rows }] = (await owner.query('SELECT count(*)::int AS rows FROM outbox')).rows
  report(
    `the update, outbox and inbox of ${rows} rows each`,
    `**${(cpuMs / 1000).toFixed(1)} s** CPU of Postgres; ${(tookMs / 1000).toFixed(1)} s`,
  )
}

await buildServer()
const { migrate, serverForSchema } = dist('index.js')
const { Client } = require('pg')
await withPostgres('relay', async (admin) => {
  await migrate([{ schema: 'desk', migrations: [] }], { admin, roleSecret: password })
  const owner = new Client(admin)
  await owner.connect()
  await owner.query(`SET search_path = desk; SET app.scope = 'platform'; SET synchronous_commit = off`)
  const wanted = values.only.split(',')
  if (wanted.includes('relay'))
    await measureRelay(owner, serverForSchema(admin, 'desk', { roleSecret: password }))
  if (wanted.includes('update')) await measureUpdate(owner, admin, migrate)
  await owner.end()
})
if (values.write)
  writeSection(
    'Relay',
    `${await circumstances()}. ${sent} sent and ${unsent} unsent rows in one outbox, of ${KEYS} keys. A fetch reads up to
${PER_SHARD} rows of each of the eight shards, with the answer's way to node. Goal: 5 ms, whatever the table holds. Written by
\`npm run bench:relay -- --write\`.

| what | result | load |
| --- | --- | --- |
${lines.join('\n')}`,
  )
