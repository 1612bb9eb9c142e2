// usage: npm run bench:partitions [-- --data=<DATA_DIR of a desk>] [--write]      messages as one table, by hash of the company, and by month
// 2,000,000 messages copied into each form, with the indexes that a page of a ticket, an ack and an id are found by; what each costs, and what keeping such a
// table in order takes. Decision: docs/decisions/0202-messages-are-one-table.md.
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { connect, openPostgres } from '../scripts/support/installation.mjs'
import { say } from '../scripts/support/project.mjs'
import { dataSet } from './data-set.mjs'
import { circumstances, quantile, writeSection } from './results.mjs'

const { values } = parseArgs({
  options: { data: { type: 'string' }, write: { type: 'boolean', default: false } },
})

const SCHEMA = 'bench_partitions'
const PAGES = 1_000
const ROWS_A_YEAR = 500 * 5_000 * 365

const range = (count) => Array.from({ length: count }, (_, index) => index)

/* A unique key of a partitioned table contains what it is partitioned by. */
const FORMS = {
  'one table': { by: '', key: '', also: '', parts: () => [] },
  'by hash of the company, 16': {
    by: 'PARTITION BY HASH (company_id)',
    key: ', company_id',
    // Their keys begin with it.
    also: '',
    parts: (name) =>
      range(16).map(
        (at) =>
          `CREATE TABLE ${name}_${at} PARTITION OF ${name} FOR VALUES WITH (MODULUS 16, REMAINDER ${at})`,
      ),
  },
  'by month': {
    by: 'PARTITION BY RANGE (created_at)',
    key: ', created_at',
    also: ', created_at',
    parts: (name, months) =>
      months.map(
        ({ from, to, suffix }) =>
          `CREATE TABLE ${name}_${suffix} PARTITION OF ${name} FOR VALUES FROM ('${from}') TO ('${to}')`,
      ),
  },
}

async function timed(work) {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}

async function make(db, name, { by, key, also, parts }, months) {
  const columns = await db.query('SELECT * FROM tickets.messages LIMIT 0')
  const fields = columns.fields.map(({ name: field }) => `"${field}"`).join(', ')
  await db.query(`CREATE TABLE ${name} (LIKE tickets.messages) ${by}`)
  for (const statement of parts(name, months)) await db.query(statement)
  const seconds = await timed(() =>
    db.query(`INSERT INTO ${name} (${fields}) SELECT ${fields} FROM tickets.messages`),
  )
  await db.query(`ALTER TABLE ${name} ADD PRIMARY KEY (id${key})`)
  await db.query(`CREATE UNIQUE INDEX ON ${name} (company_id, ticket_id, seq${also})`)
  await db.query(
    `CREATE UNIQUE INDEX ON ${name} (company_id, connection_id, wa_id, remote_jid, participant, from_me${also}) WHERE wa_id IS NOT NULL`,
  )
  await db.query(`VACUUM (ANALYZE) ${name}`)
  return seconds
}

/* Milliseconds of each of these rows' statement, the median; twice, the second time counts. */
async function measure(db, what, text, rows) {
  let times = []
  for (let run = 0; run < 2; run += 1) {
    times = []
    for (const values of rows) {
      const startedAt = performance.now()
      await db.query({ name: what, text, values })
      times.push(performance.now() - startedAt)
    }
  }
  return quantile(times, 0.5)
}

async function measureForm(db, { form, name }, samples, months) {
  const inserted = await make(db, name, FORMS[form], months)
  const page = await measure(
    db,
    `page of ${name}`,
    `SELECT * FROM ${name} WHERE company_id = $1 AND ticket_id = $2 ORDER BY seq DESC LIMIT 50`,
    samples.map((row) => [row.company_id, row.ticket_id]),
  )
  const ack = await measure(
    db,
    `ack of ${name}`,
    `SELECT id FROM ${name} WHERE company_id = $1 AND connection_id = $2 AND wa_id = $3 AND remote_jid = $4 AND participant = $5 AND from_me = $6`,
    samples.map((row) => [
      row.company_id,
      row.connection_id,
      row.wa_id,
      row.remote_jid,
      row.participant,
      row.from_me,
    ]),
  )
  const id = await measure(
    db,
    `id of ${name}`,
    `SELECT ack FROM ${name} WHERE company_id = $1 AND id = $2`,
    samples.map((row) => [row.company_id, row.id]),
  )
  say(
    `  ${form}: insert ${inserted.toFixed(0)} s, page ${page.toFixed(2)}, ack ${ack.toFixed(2)}, id ${id.toFixed(2)} ms`,
  )
  return `| ${form} | ${inserted.toFixed(0)} s | ${page.toFixed(2)} | ${ack.toFixed(2)} | ${id.toFixed(2)} |`
}

/* What an operator does to a table that grows: each runs beside the desk. */
async function measureUpkeep(db, name, rows) {
  const steps = {
    'a tenth of the rows changed, then `VACUUM`': async () => {
      await db.query(`UPDATE ${name} SET ack = ack WHERE ticket_id % 10 = 0`)
      return timed(() => db.query(`VACUUM ${name}`))
    },
    '`CREATE INDEX CONCURRENTLY`': () =>
      timed(() => db.query(`CREATE INDEX CONCURRENTLY ON ${name} (company_id, created_at)`)),
    '`REINDEX CONCURRENTLY` of the key': () =>
      timed(() => db.query(`REINDEX INDEX CONCURRENTLY ${name}_pkey`)),
  }
  const lines = []
  for (const [step, work] of Object.entries(steps)) {
    const seconds = await work()
    const hours = (seconds * ROWS_A_YEAR) / rows / 3_600
    say(`  ${step}: ${seconds.toFixed(1)} s`)
    lines.push(`| ${step} | ${seconds.toFixed(1)} s | ${hours.toFixed(1)} h |`)
  }
  return lines
}

await buildServer()
process.env.DATA_DIR = values.data ?? (await dataSet({ tickets: 200_000, messages: 2_000_000 }))
const { server, stop } = await openPostgres({ mayRun: true })
const db = await connect(server)
try {
  await db.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE; CREATE SCHEMA ${SCHEMA}`)
  await db.query(`SET jit = off`)
  const { rows: months } = await db.query(`
    SELECT month::text AS from, (month + interval '1 month')::text AS to, to_char(month, 'YYYYMM') AS suffix
    FROM (SELECT min(date_trunc('month', created_at)) AS first, max(created_at) AS last FROM tickets.messages) span,
      generate_series(first, last, '1 month') AS month`)
  const { rows: samples } = await db.query(
    `SELECT * FROM tickets.messages TABLESAMPLE BERNOULLI (5) WHERE wa_id IS NOT NULL ORDER BY md5(id::text) LIMIT ${PAGES}`,
  )
  const [{ count }] = (await db.query('SELECT count(*)::int AS count FROM tickets.messages')).rows
  const lines = []
  for (const [index, form] of Object.keys(FORMS).entries())
    lines.push(await measureForm(db, { form, name: `${SCHEMA}.form_${index}` }, samples, months))
  const upkeep = await measureUpkeep(db, `${SCHEMA}.form_0`, count)
  if (values.write)
    writeSection(
      'Messages as one table, and partitioned',
      `${await circumstances()}: ${count} messages over ${months.length} months, ${samples.length} statements of each kind, the median, everything in memory.
Written by \`npm run bench:partitions -- --write\`.

| messages | written in | page of a ticket, ms | by the network's name, ms | by id, ms |
| --- | --- | --- | --- | --- |
${lines.join('\n')}

| one table | these ${count} | a year of 500 companies, ${ROWS_A_YEAR / 1e6} million, by calculation |
| --- | --- | --- |
${upkeep.join('\n')}
`,
    )
} finally {
  await db.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`)
  await db.end()
  await stop()
}
