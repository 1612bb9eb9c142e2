// usage: npm run bench:restore-company [-- --data=<DATA_DIR of a desk> --company=1] [--write]      how long one company takes out of a copy of the database
// The largest company of 2,000,000 messages, from one database of a server into another of it that has no company, by scripts/restore-company.mjs.
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { connect, listTables, openPostgres, platform, tableName } from '../scripts/support/installation.mjs'
import { at, capture, say } from '../scripts/support/project.mjs'
import { dataSet } from './data-set.mjs'
import { circumstances, writeSection } from './results.mjs'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    company: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
})

const EMPTY = 'without_companies'

const urlOf = (server, database) => platform().formatPostgresUrl({ ...server, database })

async function makeEmpty(server) {
  const client = await connect({ ...server, database: 'postgres' })
  await client.query(`DROP DATABASE IF EXISTS ${EMPTY}`)
  await client.query(`CREATE DATABASE ${EMPTY} TEMPLATE ${server.database}`)
  await client.end()
  const empty = await connect({ ...server, database: EMPTY })
  const tables = (await listTables(empty)).filter(({ columns }) => columns.includes('company_id'))
  await empty.query(`TRUNCATE ${tables.map(tableName).join(', ')} CASCADE`)
  await empty.end()
}

async function count(server) {
  const client = await connect({ ...server, database: EMPTY })
  const { rows } = await client.query(
    'SELECT (SELECT count(*) FROM tickets.messages)::int AS messages, pg_database_size(current_database())::float8 / 1e9 AS gb',
  )
  await client.end()
  return rows[0]
}

await buildServer()
process.env.DATA_DIR = values.data ?? (await dataSet({ tickets: 200_000, messages: 2_000_000 }))
const { server, stop } = await openPostgres({ mayRun: true })
try {
  await makeEmpty(server)
  const startedAt = performance.now()
  const args = ['--from', urlOf(server, server.database), '--company', values.company]
  const env = { ...process.env, DATABASE_URL: urlOf(server, EMPTY) }
  const { code, output } = await capture(process.execPath, [at('scripts/restore-company.mjs'), ...args], {
    env,
  })
  if (code !== 0) throw new Error(output)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const { messages, gb } = await count(server)
  const [, rows] = /(\d+) rows/.exec(output)
  const line = `${rows} rows, ${messages} messages, ${gb.toFixed(2)} GB with indexes, in ${seconds} s: ${Math.round(rows / seconds)} rows/s.`
  say(line)
  if (values.write)
    writeSection(
      'One company out of a copy of the database',
      `${await circumstances()}: from one database of a server into another of it that has no company, in one transaction with all indexes and references.
Written by \`npm run bench:restore-company -- --write\`.

${line}
`,
    )
} finally {
  const client = await connect({ ...server, database: 'postgres' })
  await client.query(`DROP DATABASE IF EXISTS ${EMPTY}`)
  await client.end()
  await stop()
}
