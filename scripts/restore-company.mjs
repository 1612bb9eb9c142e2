// usage: node scripts/restore-company.mjs <folder of a backup> --company <id> [--dry-run]      a deleted company comes back into the running desk
//        node scripts/restore-company.mjs --from postgresql://… [--documents mongodb://…] --company <id>      out of a recovered copy of the database
// Reads DATABASE_URL (as the owner), S3_*, MONGO_URL and DATA_DIR as the desk does. All rows come back in one transaction, or none; other companies
// are only read. Nothing that may have been sent since the backup is sent: scripts/support/company-restore.mjs says what is left out and changed.
// --dry-run does everything but the commit, and writes no file.
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'

import { buildServer } from './build.mjs'
import { batchesOf, cursorOf, documentsOf, inBatches, makeRowInsert } from './support/backup-rows.mjs'
import { CHANGES, isLeftOut, KEPT_BY_THE_DESK, readField } from './support/company-restore.mjs'
import {
  connect,
  listMigrations,
  listTables,
  openDocuments,
  openMedia,
  openPostgres,
  platform,
  tableName,
} from './support/installation.mjs'
import { at, filesBelow, say } from './support/project.mjs'

const USAGE =
  'usage: node scripts/restore-company.mjs <folder of a backup> --company <id> [--dry-run], or --from postgresql://… in place of the folder'

const nameOf = ({ schema, table }) => `${schema}.${table}`

/* Of a backup: its rows by table, its documents, and its files. */
async function openFolder(folder, company) {
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'))
  if (manifest.format !== 1) throw new Error(`backups of format ${manifest.format} are not known here`)
  const files = new Map(manifest.tables.map((table) => [nameOf(table), table]))
  return {
    madeAt: manifest.madeAt,
    migrations: manifest.migrations,
    columnsOf: (table) => files.get(nameOf(table)).columns,
    async *rowsOf(table) {
      const { file, columns } = files.get(nameOf(table))
      const index = columns.indexOf('company_id')
      for await (const batch of batchesOf(path.join(folder, file)))
        yield batch.filter((row) => readField(row, index) === String(company))
    },
    async *documents(EJSON) {
      if (!manifest.documents) return
      for await (const batch of documentsOf(folder, EJSON))
        yield batch.filter(({ companyId }) => Number(companyId) === company)
    },
    hasDocuments: Boolean(manifest.documents),
    media: path.join(folder, 'media'),
    close: async () => undefined,
  }
}

/* Of a database that was recovered beside the desk's: base backup and WAL, a snapshot, a provider's point in time. */
async function openDatabase(url, documentsUrl, company) {
  const client = await connect(platform().parsePostgresUrl(url))
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const [{ moment }] = (await client.query('SELECT max(created_at) AS moment FROM realtime.feed')).rows
  const documents = documentsUrl ? await openDocuments(documentsUrl) : undefined
  const columns = new Map((await listTables(client)).map((table) => [nameOf(table), table.columns]))
  return {
    madeAt: (moment ?? new Date()).toISOString(),
    migrations: await listMigrations(client),
    columnsOf: (table) => columns.get(nameOf(table)),
    rowsOf: (table) => cursorOf(client, tableName(table), `company_id = ${company}`),
    documents: () => inBatches(documents.collection.find({ companyId: company })),
    hasDocuments: documents !== undefined,
    media: undefined,
    close: async () => {
      await client.end()
      await documents?.close()
    },
  }
}

/* What refers to others after those: the order of inserts without a change of any constraint, which would stop the desk. */
async function orderTables(client) {
  const { rows } = await client.query(`
    WITH RECURSIVE depths (oid, depth) AS (
      SELECT oid, 0 FROM pg_class WHERE relkind IN ('r', 'p')
      UNION SELECT f.conrelid, d.depth + 1 FROM depths d
      JOIN pg_constraint f ON f.confrelid = d.oid AND f.contype = 'f' AND f.conrelid <> f.confrelid WHERE d.depth < 30)
    SELECT n.nspname || '.' || c.relname AS name, max(d.depth) AS depth
    FROM depths d JOIN pg_class c ON c.oid = d.oid JOIN pg_namespace n ON n.oid = c.relnamespace GROUP BY 1`)
  return new Map(rows.map(({ name, depth }) => [name, depth]))
}

async function listCompanyTables(client) {
  const depths = await orderTables(client)
  return (await listTables(client))
    .filter(({ columns }) => columns.includes('company_id'))
    .filter((table) => !isLeftOut(table))
    .sort((left, right) => depths.get(nameOf(left)) - depths.get(nameOf(right)))
}

/* A company that is there would be mixed with its own past. */
async function assertGone(client, tables, company) {
  const found = []
  for (const table of tables) {
    if (KEPT_BY_THE_DESK.includes(nameOf(table))) continue
    const { rows } = await client.query(`SELECT 1 FROM ${tableName(table)} WHERE company_id = $1 LIMIT 1`, [
      company,
    ])
    if (rows.length > 0) found.push(nameOf(table))
  }
  if (found.length > 0)
    throw new Error(
      `company ${company} has rows in this desk (${found.slice(0, 5).join(', ')}): delete it on the companies' page, and wait until it is erased, some minutes`,
    )
}

/* Of each service. */
const listErasures = async (client) =>
  (await listTables(client)).filter(({ table }) => table === 'company_erasures')

/*
 * Later passes of the erasure, up to a month, would take what comes back. One that is due may be at work; the next ones wait until rows are there, which
 * ends them, and go on where none come.
 */
async function holdErasure(client, company, isDryRun) {
  for (const erasures of await listErasures(client)) {
    const { rows } = await client.query(
      `SELECT 1 FROM ${tableName(erasures)} WHERE company_id = $1 AND next_at < now() + interval '5 seconds'`,
      [company],
    )
    if (rows.length > 0)
      throw new Error(`${erasures.schema} is erasing company ${company}: try again in two minutes`)
  }
  if (isDryRun) return
  for (const erasures of await listErasures(client))
    await client.query(
      `UPDATE ${tableName(erasures)} SET next_at = greatest(next_at, now() + interval '6 hours') WHERE company_id = $1`,
      [company],
    )
}

async function endErasure(client, company) {
  for (const erasures of await listErasures(client))
    await client.query(`DELETE FROM ${tableName(erasures)} WHERE company_id = $1`, [company])
}

const stagedName = (table) => `"pg_temp"."${nameOf(table)}"`

async function stage(client, backup, table) {
  const name = tableName(table)
  await client.query(`CREATE TEMP TABLE "${nameOf(table)}" (LIKE ${name})`)
  const order = backup.columnsOf(table)
  const insert = await makeRowInsert(client, stagedName(table), {
    table: name,
    order,
    columns: table.columns,
  })
  let count = 0
  for await (const batch of backup.rowsOf(table)) {
    if (batch.length === 0) continue
    await client.query(insert, [batch])
    count += batch.length
  }
  return count
}

/* `{tickets.messages}` of a statement is the table of that name that comes back. */
const named = (statement) => statement.replace(/\{([a-z_.]+)\}/g, (_, name) => `"pg_temp"."${name}"`)

async function change(client, backup) {
  for (const { table, change: set, remove, where, what } of CHANGES) {
    const statement = remove
      ? `DELETE FROM {${table}} t WHERE ${where}`
      : `UPDATE {${table}} t SET ${set} WHERE ${where}`
    const values = /\$1/.test(statement) ? [backup.madeAt] : []
    const { rowCount } = await client.query(named(statement), values)
    if (what && rowCount > 0) say(`  ${rowCount} ${what}`)
  }
}

/* Ids were given out by this desk, so its sequences are past them; a copy of another age may be ahead. */
async function raiseSequences(client, table) {
  for (const column of table.columns) {
    const { rows } = await client.query('SELECT pg_get_serial_sequence($1, $2) AS sequence', [
      tableName(table),
      column,
    ])
    const { sequence } = rows[0]
    if (!sequence) continue
    await client.query(
      `SELECT setval($1::regclass, m.most) FROM (SELECT max("${column}") AS most FROM ${stagedName(table)}) m
       WHERE m.most > (SELECT last_value FROM ${sequence})`,
      [sequence],
    )
  }
}

async function insert(client, table) {
  const columns = table.written.map((column) => `"${column}"`).join(', ')
  const also = KEPT_BY_THE_DESK.includes(nameOf(table)) ? 'ON CONFLICT DO NOTHING' : ''
  try {
    const { rowCount } = await client.query(
      `INSERT INTO ${tableName(table)} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${stagedName(table)} ${also}`,
    )
    return rowCount
  } catch (error) {
    // 23505: a unique key, 23503: a row that it refers to.
    if (error.code !== '23505' && error.code !== '23503') throw error
    const why = error.code === '23505' ? 'is taken in this desk by now' : 'is no longer in this desk'
    throw new Error(`${nameOf(table)}: ${error.detail} What it names ${why}: change that first.`, {
      cause: error,
    })
  }
}

async function restoreMedia(backup, company) {
  if (!backup.media) return 0
  const media = await openMedia()
  const files = filesBelow(path.join(backup.media, 'companies', String(company)))
  for (const file of files)
    await media.write(path.relative(backup.media, file).split(path.sep).join('/'), createReadStream(file))
  return files.length
}

/* Those that had left Postgres; a repeat writes the same. */
async function restoreDocuments(backup, company) {
  if (!backup.hasDocuments) return 0
  const documents = await openDocuments()
  if (!documents) throw new Error('the backup has documents of MongoDB: set MONGO_URL')
  let count = 0
  try {
    for await (const batch of backup.documents(documents.EJSON)) {
      if (batch.length === 0) continue
      await documents.collection.bulkWrite(
        batch.map((document) => ({
          replaceOne: {
            filter: { _id: document._id, companyId: company },
            replacement: document,
            upsert: true,
          },
        })),
      )
      count += batch.length
    }
    return count
  } finally {
    await documents.close()
  }
}

async function restoreRows(client, company, tables, isDryRun) {
  let rows = 0
  await client.query('BEGIN')
  for (const table of tables) {
    // Not taken back by ROLLBACK.
    if (!isDryRun) await raiseSequences(client, table)
    rows += await insert(client, table)
  }
  await endErasure(client, company)
  await client.query(isDryRun ? 'ROLLBACK' : 'COMMIT')
  return rows
}

async function restore(backup, company, isDryRun) {
  const postgres = await openPostgres({ mayRun: true })
  const client = await connect(postgres.server)
  try {
    if (!isDeepStrictEqual(await listMigrations(client), backup.migrations))
      throw new Error(
        'the backup was made by another version of the desk: restore it beside this desk with that version, upgrade it, and give its database as --from',
      )
    const tables = await listCompanyTables(client)
    await assertGone(client, tables, company)
    await holdErasure(client, company, isDryRun)
    const counts = new Map()
    for (const table of tables) counts.set(nameOf(table), await stage(client, backup, table))
    if (!counts.get('auth.companies')) throw new Error(`there is no company ${company} in this backup`)
    say(`Company ${company} as of ${backup.madeAt}:`)
    await change(client, backup)
    // The files first: what rows name is there when they become visible.
    const files = isDryRun ? 0 : await restoreMedia(backup, company)
    const documents = isDryRun ? 0 : await restoreDocuments(backup, company)
    const rows = await restoreRows(client, company, tables, isDryRun)
    const brought = `${rows} rows, ${documents} documents of MongoDB, ${files} files`
    say(isDryRun ? `${rows} rows would come back; nothing was written` : `${brought} are back`)
    if (!backup.media && !isDryRun)
      say(`Bring back the objects below companies/${company}/ from the versions of your bucket.`)
  } finally {
    await client.end()
    await postgres.stop()
  }
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      company: { type: 'string' },
      from: { type: 'string' },
      documents: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const company = Number(values.company)
  const isGiven = Boolean(values.from) !== (positionals.length === 1)
  if (!isGiven || !Number.isInteger(company) || company < 1) throw new Error(USAGE)
  if (existsSync(at('services/tickets/src'))) await buildServer()
  const backup = values.from
    ? await openDatabase(values.from, values.documents, company)
    : await openFolder(path.resolve(positionals[0]), company)
  try {
    await restore(backup, company, values['dry-run'])
  } finally {
    await backup.close()
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
