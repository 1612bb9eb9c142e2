// usage: node scripts/backup.mjs <new folder>      backs up database, media, documents and the single machine's secrets, while the desk runs
// Reads DATABASE_URL (as the database's owner), S3_*, MONGO_URL and DATA_DIR as the desk does. One snapshot of the database;
// media and documents are written before the rows that name them, so copying them afterwards misses none.
// Rows are written as text, table after table: for installations of up to BACKUP_MOST_GB (100) of database. What is larger needs
// Postgres' own base backups and WAL archive (deploy/runbooks/backup-and-restore.md).
import { createWriteStream, existsSync } from 'node:fs'
import { chmod, cp, mkdir, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { buildServer } from './build.mjs'
import { cursorOf } from './support/backup-rows.mjs'
import {
  connect,
  dataDir,
  fingerprint,
  listMigrations,
  listTables,
  openDocuments,
  openMedia,
  openPostgres,
  tableName,
} from './support/installation.mjs'
import { at, say } from './support/project.mjs'

const GB = 1e9

const writeLines = (file, lines) =>
  pipeline(Readable.from(lines), createGzip(), createWriteStream(file, { mode: 0o600 }))

async function* rowsOf(client, table) {
  for await (const rows of cursorOf(client, tableName(table)))
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

async function readSequences(client) {
  const { rows } = await client.query(`
    SELECT schemaname AS schema, sequencename AS name, last_value::text AS "lastValue"
    FROM pg_sequences WHERE schemaname !~ '^pg_' AND last_value IS NOT NULL ORDER BY 1, 2`)
  return rows
}

/* A copy as text of more takes the better part of a day, and its snapshot keeps vacuum from every table for as long. */
async function refuseLarge(client) {
  const most = Number(process.env.BACKUP_MOST_GB ?? 100)
  const { rows } = await client.query('SELECT pg_database_size(current_database())::float8 AS bytes')
  const size = rows[0].bytes / GB
  if (!(size <= most))
    throw new Error(
      `the database has ${size.toFixed(2)} GB, and this backup is for ${most} GB (BACKUP_MOST_GB) at most: larger ones need base backups and a WAL archive of Postgres, see deploy/runbooks/backup-and-restore.md`,
    )
}

async function backUpDatabase(folder) {
  const postgres = await openPostgres({ mayRun: true })
  const client = await connect(postgres.server)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const migrations = await listMigrations(client)
    if (Object.keys(migrations).length === 0) throw new Error('this database has no desk in it')
    await refuseLarge(client)
    await mkdir(path.join(folder, 'tables'))
    const tables = []
    for (const table of await listTables(client)) {
      const file = `tables/${table.schema}.${table.table}.gz`
      await writeLines(path.join(folder, file), rowsOf(client, table))
      tables.push({ ...table, file, ...(await fingerprint(client, table)) })
    }
    return { migrations, tables, sequences: await readSequences(client) }
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function backUpMedia(folder) {
  const media = await openMedia()
  const total = { objects: 0, bytes: 0 }
  for await (const { key, sizeBytes } of media.list()) {
    const file = path.join(folder, 'media', key)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(await media.read(key), createWriteStream(file, { mode: 0o600 }))
    total.objects += 1
    total.bytes += sizeBytes
  }
  return total
}

async function backUpDocuments(folder) {
  const documents = await openDocuments()
  if (!documents) return undefined
  let count = 0
  async function* lines() {
    for await (const document of documents.collection.find({}).sort({ _id: 1 })) {
      count += 1
      yield `${documents.EJSON.stringify(document, { relaxed: false })}\n`
    }
  }
  try {
    await writeLines(path.join(folder, 'documents.gz'), lines())
    return { count }
  } finally {
    await documents.close()
  }
}

async function backUpVariables(folder) {
  const { formatSecretVariables } = createRequire(import.meta.url)(
    at('services/standalone/dist/backup-folder.js'),
  )
  const text = formatSecretVariables(process.env)
  if (text !== '') await writeFile(path.join(folder, 'secrets.env'), text, { mode: 0o600 })
}

/* Sealed keys and links need them. In a cluster they are the operator's Secrets. */
async function backUpSecrets(folder) {
  const from = path.join(dataDir(), 'secrets')
  if (process.env.DATABASE_URL) return false
  await backUpVariables(folder)
  if (!existsSync(from)) return false
  const to = path.join(folder, 'secrets')
  await cp(from, to, { recursive: true })
  await chmod(to, 0o700)
  return true
}

async function backUp(target) {
  if (existsSync(target)) throw new Error(`${target} is there already`)
  if (existsSync(at('services/tickets/src'))) await buildServer()
  // Renamed when it is complete.
  const draft = `${target}.unfinished-${process.pid}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const madeAt = new Date().toISOString()
  const database = await backUpDatabase(draft)
  const media = await backUpMedia(draft)
  const documents = await backUpDocuments(draft)
  const hasSecrets = await backUpSecrets(draft)
  const manifest = { format: 1, madeAt, media, documents, hasSecrets, ...database }
  await writeFile(path.join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
  })
  await rename(draft, target)
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`${target}: ${rows} rows of ${database.tables.length} tables, ${media.objects} files of media`)
  if (documents) say(`${documents.count} documents`)
  if (hasSecrets) say('The folder holds the secrets of this machine: keep it as safe as the machine.')
}

const [target] = process.argv.slice(2)
try {
  if (!target) throw new Error('usage: node scripts/backup.mjs <new folder>')
  await backUp(path.resolve(target))
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
