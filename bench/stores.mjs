// usage: npm run bench:stores [-- --rounds=7 --write]
// What a statement of a store costs through TypeORM's repositories, and with the SQL that tableOf derives from the same map.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { password, withPostgres } from './with-postgres.mjs'
import { circumstances, writeSection } from './results.mjs'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, write: { type: 'boolean', default: false } },
})
const TRANSACTIONS = 100
const STATEMENTS = 10
const COMPANY = 1
const ROWS = 40

await buildServer()
const require = createRequire(import.meta.url)
// In a process that has nothing else: this one has memory to spare by now.
const LOAD = `const used = () => (gc(), process.memoryUsage.rss()); const before = used(); require('typeorm'); used() - before`
const typeormMb =
  Number(execFileSync(process.execPath, ['--expose-gc', '-p', LOAD], { cwd: at('.') })) / 2 ** 20
say(`TypeORM in memory: ${typeormMb.toFixed(0)} MB`)
const { findRow, insertRow, lockRow, migrate, openDatabase, saveRow, sql, tableOf } = require(
  at('services/shared/platform/dist/index.js'),
)
const campaignsDist = (file) => require(at('services/campaigns/dist', file))
const { campaigns, repositoryOf } = {
  ...campaignsDist('adapters/postgres/campaign-table.js'),
  ...campaignsDist('adapters/postgres/tables.js'),
}
const { buildCampaign, emptyDraft } = campaignsDist('features/campaigns/campaign.js')
const table = tableOf(campaigns)
const blank = buildCampaign(COMPANY, { ...emptyDraft, name: 'Natal' }, new Date())

/* Each has the statement through a repository and as SQL. `row` is one that is stored. */
const statements = {
  'a find': (row) => ({
    repository: (tx) => findRow(repositoryOf(tx, campaigns), { companyId: COMPANY, id: row.id }),
    sql: (tx) => table.findFirst(tx, sql`WHERE company_id = ${COMPANY} AND id = ${row.id}`),
  }),
  [`a list of ${ROWS}`]: () => ({
    repository: (tx) =>
      repositoryOf(tx, campaigns).find({ where: { companyId: COMPANY }, order: { id: 'ASC' }, take: ROWS }),
    sql: (tx) => table.find(tx, sql`WHERE company_id = ${COMPANY} ORDER BY id LIMIT ${ROWS}`),
  }),
  'an insert': () => ({
    repository: (tx) => insertRow(repositoryOf(tx, campaigns), blank),
    sql: (tx) => table.insert(tx, blank),
  }),
  'a save': (row) => ({
    repository: (tx) => saveRow(repositoryOf(tx, campaigns), { companyId: COMPANY, id: row.id }, row),
    sql: (tx) => table.update(tx, row, sql`WHERE company_id = ${COMPANY} AND id = ${row.id}`),
  }),
  'a lock': (row) => ({
    repository: (tx) => lockRow(repositoryOf(tx, campaigns), { companyId: COMPANY, id: row.id }),
    sql: (tx) => table.findFirst(tx, sql`WHERE company_id = ${COMPANY} AND id = ${row.id} FOR UPDATE`),
  }),
}

/* Milliseconds of node's CPU for one statement, its share of BEGIN and COMMIT included. */
async function measureOnce(db, statement) {
  const before = process.cpuUsage()
  for (let n = 0; n < TRANSACTIONS; n += 1)
    await db.withTenant(COMPANY, async (tx) => {
      for (let each = 0; each < STATEMENTS; each += 1) await statement(tx)
    })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / (TRANSACTIONS * STATEMENTS)
}

const median = (numbers) => numbers.toSorted((left, right) => left - right)[numbers.length >> 1]

/* In turns; the first round, in which node compiles, does not count. */
async function measure(db, ways) {
  const times = { repository: [], sql: [] }
  for (let round = 0; round <= Number(values.rounds); round += 1)
    for (const way of Object.keys(times)) {
      const ms = await measureOnce(db, ways[way])
      if (round > 0) times[way].push(ms)
    }
  return times
}

const lines = []
await withPostgres('stores', async (admin) => {
  await migrate([campaignsDist('migrations/index.js').campaignsMigrations], {
    admin,
    roleSecret: password,
  })
  const db = openDatabase({ admin, schema: 'campaigns', roleSecret: password })
  try {
    const stored = await db.withTenant(COMPANY, async (tx) => {
      for (let n = 1; n < ROWS; n += 1) await table.insert(tx, blank)
      return table.insert(tx, blank)
    })
    for (const [what, build] of Object.entries(statements)) {
      const times = await measure(db, build(stored))
      const [repository, plain] = [median(times.repository), median(times.sql)]
      lines.push(
        `| ${what} | ${repository.toFixed(2)} ms | ${plain.toFixed(2)} ms | ${loadavg()[0].toFixed(1)} |`,
      )
      say(lines.at(-1))
    }
  } finally {
    await db.close()
  }
})
if (values.write)
  writeSection(
    'Stores',
    `${await circumstances()}. CPU of node for one statement on campaigns (38 columns), through TypeORM's
repositories and with the SQL that \`tableOf\` derives from the same map: ${TRANSACTIONS} transactions of ${STATEMENTS} statements a round, in turns,
medians of ${values.rounds} rounds. A process that has nothing else is ${typeormMb.toFixed(0)} MB larger with TypeORM.
Which stores are hot is in \`STYLE_GUIDE.md\`. Written by \`npm run bench:stores -- --write\`.

| statement | repository | sql | load |
| --- | --- | --- | --- |
${lines.join('\n')}`,
  )
