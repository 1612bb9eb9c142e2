// usage: node scripts/restore.mjs <folder of a backup> [--replay-minutes 60]      restores into an empty database and media store
// Reads DATABASE_URL (as the owner), DATABASE_ROLE_SECRET, S3_*, MONGO_URL and DATA_DIR as the desk does; the desk does not run.
// Wants the version that made the backup. All tables come back in one transaction, and each is compared with the backup.
// --replay-minutes: events of that long before the backup are told again (to a new, empty Kafka); consumers know what they had.
import { createReadStream, existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'

import { buildServer } from './build.mjs'
import { batchesOf, documentsOf, makeRowInsert } from './support/backup-rows.mjs'
import {
  connect,
  dataDir,
  fingerprint,
  listMigrations,
  listTables,
  migrationSets,
  openDocuments,
  openMedia,
  openPostgres,
  platform,
  tableName,
} from './support/installation.mjs'
import { at, filesBelow, say } from './support/project.mjs'

async function assertEmpty(client) {
  const { rows } = await client.query(`
    SELECT n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = 'migrations' AND c.relkind = 'r'`)
  if (rows.length > 0) throw new Error(`the database is not empty: schema ${rows[0].schema} is there`)
}

async function assertSameSchema(client, manifest) {
  if (!isDeepStrictEqual(await listMigrations(client), manifest.migrations)) {
    throw new Error(
      'the backup was made by another version of the desk: restore with that version, then upgrade',
    )
  }
  const shape = (tables) =>
    tables.map(({ schema, table, columns }) => ({ schema, table, columns: columns.toSorted() }))
  if (!isDeepStrictEqual(shape(await listTables(client)), shape(manifest.tables))) {
    throw new Error('the tables of the backup are not those of this version')
  }
}

/* Foreign keys are checked at the end, so that tables may come in any order. */
async function deferReferences(client) {
  const { rows } = await client.query(`
    SELECT format('ALTER TABLE %s ALTER CONSTRAINT %I', conrelid::regclass, conname) AS change
    FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
    WHERE contype = 'f' AND NOT condeferrable AND n.nspname !~ '^pg_'`)
  for (const { change } of rows) await client.query(`${change} DEFERRABLE INITIALLY DEFERRED`)
  return async () => {
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    for (const { change } of rows) await client.query(`${change} NOT DEFERRABLE`)
  }
}

async function fill(client, folder, table) {
  const name = tableName(table)
  const insert = await makeRowInsert(client, name, {
    table: name,
    order: table.columns,
    columns: table.written,
  })
  for await (const batch of batchesOf(path.join(folder, table.file))) await client.query(insert, [batch])
  const found = await fingerprint(client, table)
  if (found.rows !== table.rows || found.hash !== table.hash) {
    throw new Error(
      `${table.schema}.${table.table} is not what was backed up: ${found.rows} of ${table.rows} rows`,
    )
  }
}

/* Without them old rows would fill the default partitions, which are read whole before each new partition. */
async function addPartitions(client, { migrations, madeAt }) {
  for (const schema of Object.keys(migrations)) {
    await client.query(
      `SELECT "${schema}".add_partitions(name, $1::timestamptz - interval '9 days', now())
       FROM "${schema}".partitioned_tables`,
      [madeAt],
    )
  }
}

async function tellAgain(client, minutes, { migrations, madeAt }) {
  if (!minutes) return
  for (const schema of Object.keys(migrations)) {
    await client.query(
      `UPDATE "${schema}".outbox SET sent = false WHERE created_at > $1::timestamptz - make_interval(mins => $2)`,
      [madeAt, minutes],
    )
  }
}

async function fillDatabase(client, folder, manifest, minutes) {
  await client.query('BEGIN')
  await addPartitions(client, manifest)
  const tables = manifest.tables.map(tableName)
  await client.query(`TRUNCATE ${tables.join(', ')} CASCADE`)
  const checkReferences = await deferReferences(client)
  for (const table of manifest.tables) await fill(client, folder, table)
  await checkReferences()
  for (const { schema, name, lastValue } of manifest.sequences) {
    await client.query('SELECT setval(format($1, $2::text, $3::text)::regclass, $4)', [
      '%I.%I',
      schema,
      name,
      lastValue,
    ])
  }
  await tellAgain(client, minutes, manifest)
  await client.query('COMMIT')
}

async function restoreDatabase(folder, manifest, minutes) {
  const postgres = await openPostgres({ mayRun: false })
  const client = await connect(postgres.server)
  try {
    await assertEmpty(client)
    const { roleSecret } = postgres
    await platform().migrate(migrationSets(), {
      admin: postgres.server,
      ...(roleSecret ? { roleSecret } : {}),
    })
    await assertSameSchema(client, manifest)
    await fillDatabase(client, folder, manifest, minutes)
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function restoreMedia(folder) {
  const from = path.join(folder, 'media')
  const media = await openMedia()
  for (const file of filesBelow(from)) {
    await media.write(path.relative(from, file).split(path.sep).join('/'), createReadStream(file))
  }
}

async function restoreDocuments(folder, manifest) {
  if (!manifest.documents) return
  const documents = await openDocuments()
  if (!documents) throw new Error('the backup has documents of MongoDB: set MONGO_URL')
  try {
    if (await documents.collection.findOne({})) throw new Error('the documents’ collection is not empty')
    for await (const batch of documentsOf(folder, documents.EJSON))
      await documents.collection.insertMany(batch)
    const count = await documents.collection.countDocuments()
    if (count !== manifest.documents.count)
      throw new Error(`${count} of ${manifest.documents.count} documents came back`)
  } finally {
    await documents.close()
  }
}

async function restoreSecrets(folder, { hasSecrets }) {
  if (!hasSecrets || process.env.DATABASE_URL) return
  const to = path.join(dataDir(), 'secrets')
  if (existsSync(to)) throw new Error(`${to} is there already`)
  await cp(path.join(folder, 'secrets'), to, { recursive: true })
}

async function restore(folder, minutes) {
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'))
  if (manifest.format !== 1) throw new Error(`backups of format ${manifest.format} are not known here`)
  if (existsSync(at('services/tickets/src'))) await buildServer()
  // The database last: the objects that it names exist when it becomes visible.
  await restoreSecrets(folder, manifest)
  await restoreMedia(folder)
  await restoreDocuments(folder, manifest)
  await restoreDatabase(folder, manifest, minutes)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `${rows} rows of ${manifest.tables.length} tables are back, each table compared with the backup of ${manifest.madeAt}`,
  )
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'replay-minutes': { type: 'string', default: '0' } },
  })
  if (positionals.length !== 1)
    throw new Error('usage: node scripts/restore.mjs <folder of a backup> [--replay-minutes 60]')
  await restore(path.resolve(positionals[0]), Number(values['replay-minutes']))
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
