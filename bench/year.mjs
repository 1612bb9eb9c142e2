// A month of one shard of the yardstick: 500 companies of 5,000 messages a day, 20 a ticket, of which an eighth live here. What it
// takes on the disk, what a screen and the jobs cost on it, and what erasing and vacuum take.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { say } from '../scripts/support/project.mjs'
import { dataSet } from './data-set.mjs'
import { connectAsOwner, startDesk } from './desk.mjs'
import { paced } from './live.mjs'
import { OPERATIONS, Scene } from './operations.mjs'
import { circumstances, quantile, writeSection } from './results.mjs'

const MESSAGES_A_DAY = 5_000
const MESSAGES_A_TICKET = 20
const DAYS = 30
/** Longer than the month that a company keeps when it erases: some tickets are due. */
const SPAN = '45 days'
const YEAR_DAYS = 365
const CALLS = 60
const WATCHED_MS = 60_000
const ERASED_FOR_MS = 120_000
const ACKED_WITHIN_MS = 15_000
const PACED = 600
const HOTTEST = 10
const SCHEMAS = ['auth', 'billing', 'campaigns', 'messaging_gateway', 'realtime', 'tickets']
/* Rows that a plan may read by a sequential scan: settings, and what has a few rows for each company. */
const SMALL_ROWS = 10_000

const SCREEN = ['ticket list: open', 'ticket list: pending', "search by contact's name", 'one ticket'].concat(
  ['message page of 50', 'contacts: search', 'contacts: page'],
)

const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(bytes < 2 ** 24 ? 1 : 0)} MB`
const milliseconds = (ms) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`

function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  for (const line of lines) say(line)
  return lines.join('\n')
}

async function readSizes(db, companies) {
  const { rows } = await db.query(
    `SELECT nspname || '.' || relname AS name, reltuples::float AS rows, pg_table_size(c.oid)::float AS data, pg_indexes_size(c.oid)::float AS indexes
     FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relkind = 'r' AND nspname NOT IN ('pg_catalog', 'information_schema') AND pg_total_relation_size(c.oid) > 8 * 2^20
     ORDER BY pg_total_relation_size(c.oid) DESC`,
  )
  const ofCompany = (bytes) => megabytes((bytes / companies / DAYS) * YEAR_DAYS)
  const total = rows.reduce((sum, { data, indexes }) => sum + data + indexes, 0)
  return table(
    ['table', 'rows', 'data', 'indexes', 'a row', 'a company-year'],
    [
      ...rows.map(({ name, rows: count, data, indexes }) => [
        name,
        Math.round(count).toLocaleString('en'),
        megabytes(data),
        megabytes(indexes),
        `${Math.round((data + indexes) / count)} B`,
        ofCompany(data + indexes),
      ]),
      ['all of these', '', '', megabytes(total), '', ofCompany(total)],
    ],
  )
}

async function measureScreen(scene) {
  const rows = []
  for (const { name, run } of OPERATIONS.filter((operation) => SCREEN.includes(operation.name))) {
    const times = []
    for (let n = 0; n < CALLS; n += 1) {
      const from = performance.now()
      await run(scene)
      times.push(performance.now() - from)
    }
    rows.push([name, ...[0.5, 0.95, 1].map((share) => milliseconds(quantile(times, share)))])
  }
  return table(['screen', 'p50', 'p95', 'slowest'], rows)
}

/** pg_stat_statements needs a start of its own. */
async function countStatements(folder) {
  const desk = await startDesk(folder)
  const db = await connectAsOwner(desk)
  await db.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`)
  await db.end()
  await desk.stop()
}

/* Where a literal must be, or a partial index is to be found, a text whose constants have become parameters has no plan. */
const isUnexplained = ({ code }) => code?.startsWith('42')

const scansOf = (plan) => [...(plan['Relation Name'] ? [plan] : []), ...(plan.Plans ?? []).flatMap(scansOf)]

/* What a statement scans from its first row to its last, though the table is large. */
async function listLongScans(db, role, text) {
  await db.query(`SET search_path = ${role.replace('balcao_', '')}, public`)
  const { rows } = await db.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)
  const scans = scansOf(rows[0]['QUERY PLAN'][0].Plan).filter((scan) => scan['Node Type'] === 'Seq Scan')
  const names = [...new Set(scans.map((scan) => scan['Relation Name']))]
  const { rows: large } = await db.query(
    'SELECT relname FROM pg_class WHERE relname = ANY ($1) AND reltuples > $2',
    [names, SMALL_ROWS],
  )
  return large.map(({ relname }) => relname)
}

/* The statements that cost Postgres most, and whether one of them scans a large table. */
async function listHottest(db, what) {
  const { rows } = await db.query(
    `SELECT r.rolname AS role, query AS text, calls::int AS calls, total_exec_time AS ms, rows::int AS rows FROM pg_stat_statements s
     JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname LIKE 'balcao\\_%' AND query ~* '^(select|with|insert|update|delete)'
     ORDER BY total_exec_time DESC LIMIT $1`,
    [HOTTEST],
  )
  const lines = []
  for (const { role, text, calls, ms } of rows) {
    const scanned = await listLongScans(db, role, text).catch((error) => {
      if (isUnexplained(error)) return ['not known']
      throw error
    })
    const shown = text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
    lines.push([
      role.replace('balcao_', ''),
      `\`${shown.length > 90 ? `${shown.slice(0, 90)} …` : shown}\``,
      calls,
      milliseconds(ms / calls),
      scanned.join() || 'no',
    ])
  }
  return table([`${what}: service`, 'statement', 'calls', 'mean', 'scans a large table'], lines)
}

/* A month is kept of the first company's messages; a run is begun at once instead of at midnight. */
async function measureErasing(desk, db, scene) {
  const count = async () =>
    (
      await db.query(
        `SELECT count(*)::int AS messages FROM tickets.messages m JOIN tickets.tickets t ON t.company_id = m.company_id AND t.id = m.ticket_id
         WHERE m.company_id = 1 AND t.closed_at < now() - interval '1 month'`,
      )
    ).rows[0].messages
  const due = await count()
  await db.query('SELECT pg_stat_statements_reset()')
  await scene.admin.call('/retention', { messagesMonths: 1, mediaMonths: null, chatsMonths: null }, 'PUT')
  await db.query('UPDATE tickets.retention_rules SET next_run_at = now() WHERE company_id = 1')
  await delay(ERASED_FOR_MS)
  const erased = due - (await count())
  const { rows } = await db.query(
    `SELECT sum(total_exec_time) AS ms, sum(wal_bytes) AS wal FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname LIKE 'balcao\\_%'`,
  )
  return [
    `erasing ${erased.toLocaleString('en')} messages of tickets that were closed a month ago`,
    `${ERASED_FOR_MS / 1000} s`,
    `${(Number(rows[0].ms) / erased).toFixed(2)} ms of statements and ${Math.round(Number(rows[0].wal) / erased)} B of WAL a message`,
  ]
}

/* Into one ticket after the other, until the phone's last acks have come. */
async function send({ admin }, count) {
  const { tickets } = await admin.call('/tickets?status=open&showAll=true')
  for (let n = 0; n < count; n += 1)
    await admin.call(`/messages/${tickets[n % tickets.length].id}`, {
      body: `resposta ${n}`,
      clientId: randomUUID(),
    })
  await delay(ACKED_WITHIN_MS)
}

/* What a message writes: the WAL of all it changes, and the events that Kafka carries where there is one. */
async function measureWritten(db, what, work, messages) {
  const read = async () => {
    const { rows } = await db.query(
      `SELECT pg_current_wal_lsn() - '0/0' AS wal, ${SCHEMAS.map((schema) => `(SELECT coalesce(sum(length(body::text)), 0) FROM ${schema}.outbox)`).join(' + ')} AS events`,
    )
    return rows[0]
  }
  const before = await read()
  await work()
  const after = await read()
  const each = (what) => `${Math.round((after[what] - before[what]) / messages).toLocaleString('en')} B`
  return [`a ${what} message, of ${messages}`, '', `${each('wal')} of WAL, ${each('events')} of events`]
}

async function measureVacuum(db) {
  const rows = []
  for (const name of [
    'messages',
    'message_documents',
    'tickets',
    'closed_ticket_words',
    'ticket_words',
    'contact_words',
  ]) {
    const from = performance.now()
    await db.query(`VACUUM (ANALYZE) tickets.${name}`)
    rows.push([
      `VACUUM (ANALYZE) tickets.${name}, after it`,
      `${((performance.now() - from) / 1000).toFixed(1)} s`,
      '',
    ])
  }
  return rows
}

/** @param companies as many as live on the shard; an eighth of 500 are 62 */
export async function measureYear({ companies, write }) {
  const messages = companies * MESSAGES_A_DAY * DAYS
  const folder = await dataSet({
    tickets: messages / MESSAGES_A_TICKET,
    messages,
    shares: Array.from({ length: companies }, () => 1 / companies),
    span: SPAN,
  })
  await countStatements(folder)
  const desk = await startDesk(folder)
  const db = await connectAsOwner(desk)
  const parts = []
  let scene
  try {
    await db.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    parts.push(await readSizes(db, companies))
    scene = await Scene.open(desk)
    parts.push(await measureScreen(scene))
    for (const [what, work] of [
      ['jobs', () => delay(WATCHED_MS)],
      ['received messages', () => paced(scene, PACED)],
    ]) {
      await db.query('SELECT pg_stat_statements_reset()')
      await work()
      parts.push(await listHottest(db, what))
    }
    const written = [
      await measureWritten(db, 'received', () => paced(scene, PACED), PACED),
      await measureWritten(db, 'sent', () => send(scene, PACED), PACED),
    ]
    const erasing = await measureErasing(desk, db, scene)
    parts.push(table(['work', 'took', 'cost'], [...written, erasing, ...(await measureVacuum(db))]))
  } finally {
    scene?.close()
    await db.end()
    await desk.stop()
  }
  if (write)
    writeSection(
      'A month of many companies',
      `${await circumstances()}; ${companies} companies, ${messages.toLocaleString('en')} messages of ${DAYS} days, ${MESSAGES_A_TICKET} a ticket (an eighth of 500 companies are 62).
The statements are those that cost most in a minute in which only jobs run, and while ${PACED} messages come, 20 a second. Written by \`npm run bench -- --year --companies=${companies} --write\`.

${parts.join('\n\n')}
`,
    )
}
