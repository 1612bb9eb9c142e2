// usage: npm run bench:claims [-- --rows=100000 --write]
// What a claim of due work costs that companies share, however much of it one company has.
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { withPostgres, withSchema } from './with-postgres.mjs'
import { circumstances, quantile, writeSection } from './results.mjs'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, write: { type: 'boolean', default: false } },
})
const MOST = Number(values.rows)
const CLAIMS = 60
const COMPANIES = 500
const MINUTE = 60_000

await buildServer()
const require = createRequire(import.meta.url)
const gateway = (file) => require(at('services/messaging-gateway/dist', file))
const tickets = (file) => require(at('services/tickets/dist', file))

/* `rows` of a company: three of each message or conversation, due in the order of their numbers, `late` milliseconds from now. */
const queues = {
  'delivery reports': {
    set: gateway('migrations/index.js').messagingGatewayMigrations,
    store: new (gateway('adapters/postgres/pg-delivery-report-store.js').PgDeliveryReportStore)(),
    table: 'delivery_reports',
    insert: `INSERT INTO delivery_reports (id, company_id, webhook_id, connection_id, message_id, ack, failure, occurred_at, tries, tried_since, next_try_at, reason)
      SELECT gen_random_uuid(), $1::int, 1, 1, md5($1::int || ' ' || n / 3)::uuid, n % 3 + 1, '', now(), 0, now(), now() + ($3::int + n - $2::int) * interval '1 ms', ''
      FROM generate_series(0, $2::int - 1) n`,
  },
  'turns of assistants': {
    set: tickets('migrations/index.js').ticketsMigrations,
    store: new (tickets('adapters/postgres/pg-assistant-store.js').PgAssistantStore)(),
    table: 'assistant_turns',
    insert: `INSERT INTO assistant_turns (id, company_id, ticket_id, message_id, kind, target_id, tries, next_try_at, failure, created_at)
      SELECT (lpad(to_hex($1::int), 8, '0') || lpad(to_hex(n), 24, '0'))::uuid, $1::int, n / 3, gen_random_uuid(), 'prompt', 1, 0, now() + ($3::int + n - $2::int) * interval '1 ms', '', now()
      FROM generate_series(0, $2::int - 1) n`,
  },
}

const cases = [
  { name: '6,000 of one company', fill: (put) => put(1, 6_000, 0) },
  { name: `${MOST.toLocaleString('en')} of one company`, fill: (put) => put(1, MOST, 0) },
  {
    name: `the same, and 3 of each of ${COMPANIES} others`,
    fill: async (put) => {
      await put(COMPANIES + 1, MOST, 0)
      for (let company = 1; company <= COMPANIES; company += 1) await put(company, 3, 0)
    },
  },
  {
    name: `none, but 100 of each of ${COMPANIES} companies are due in an hour`,
    fill: async (put) => {
      for (let company = 1; company <= COMPANIES; company += 1) await put(company, 100, 60 * MINUTE)
    },
  },
]

/* What was claimed is done before the next claim. */
async function measure(db, owner, { store, table }, limit) {
  const times = []
  let claimed = 0
  for (let n = 0; n < CLAIMS; n += 1) {
    const now = new Date()
    const until = new Date(now.getTime() + MINUTE)
    const beganAt = performance.now()
    const rows = await db.asPlatform((tx) => store.claim(tx, { now, until, limit, perCompany: 4 }))
    times.push(performance.now() - beganAt)
    claimed += rows.length
    await owner.query(`DELETE FROM ${table} WHERE id = ANY ($1::uuid[])`, [rows.map(({ id }) => id)])
  }
  return { median: quantile(times, 0.5), most: quantile(times, 0.95), claimed: claimed / CLAIMS }
}

const lines = []
await withPostgres('claims', async (admin) => {
  for (const [what, queue] of Object.entries(queues))
    await withSchema(admin, queue.set, async ({ db, owner }) => {
      // Without foreign keys: neither webhooks nor tickets are there.
      await owner.query('SET session_replication_role = replica')
      for (const { name, fill } of cases) {
        await owner.query(`TRUNCATE ${queue.table}`)
        await fill((...row) => owner.query(queue.insert, row))
        for (const limit of [16, 1]) {
          const { median, most, claimed } = await measure(db, owner, queue, limit)
          lines.push(
            `| ${what} | ${name} | ${limit} | ${claimed.toFixed(1)} | **${median.toFixed(1)} ms** | ${most.toFixed(1)} ms | ${loadavg()[0].toFixed(1)} |`,
          )
          say(lines.at(-1))
        }
      }
    })
})
if (values.write)
  writeSection(
    'Claims of due work',
    `${await circumstances()}. A claim with its transaction, as a process waits for it, in a table that was not analyzed: median and 95 % of
${CLAIMS}, the first ones included; what was claimed is done before the next claim. Goal: 5 ms, whatever one company has. Written by
\`npm run bench:claims -- --write\`. Before, a claim counted the running work of each due row: 4,838 ms for the first of
6,000 reports (commit 271ff54b, load 9).

| work | due | limit | claimed | median | 95 % | load |
| --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}`,
  )
