// The parts of an installation for backup and restore: Postgres, media, documents and, of a single machine, its secrets.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { at, isAlive } from './project.mjs'

const require = createRequire(import.meta.url)
export const platform = () => require(at('services/shared/platform/dist/index.js'))

const SERVICES = ['auth', 'billing', 'campaigns', 'messaging-gateway', 'realtime', 'tickets']

/** Every service's migrations, as the built product has them. */
export const migrationSets = () =>
  SERVICES.flatMap((service) =>
    Object.values(require(at('services', service, 'dist/migrations/index.js'))).filter(
      (value) => typeof value?.schema === 'string',
    ),
  )

export const dataDir = () => path.resolve(process.env.DATA_DIR || 'data')

const secretsFolder = () => path.join(dataDir(), 'secrets')

/* A running desk's postmaster.pid names its socket. A server of a version without passwords needs none. */
function runningServer() {
  const folder = path.join(dataDir(), 'postgres')
  const pointer = path.join(folder, 'moved-to')
  const cluster = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : folder
  const file = path.join(cluster, 'cluster/postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port, host] = readFileSync(file, 'utf8').split('\n')
  // Left by a server that was killed.
  if (!isAlive(Number(pid))) return undefined
  const secret = path.join(secretsFolder(), 'postgres-password')
  const login = existsSync(secret) ? { password: readFileSync(secret, 'utf8').trim() } : {}
  return { host, port: Number(port), user: 'balcao', database: 'balcao', ...login }
}

/** Login as the owner: from DATABASE_URL, or to the built-in server of a running desk; undefined where that does not run. */
export const findPostgres = () =>
  process.env.DATABASE_URL ? platform().parsePostgresUrl(process.env.DATABASE_URL) : runningServer()

/**
 * Login as the owner: from DATABASE_URL, a running desk, or a server started on its folder for this command; with the
 * secret that makes the passwords of the services' roles.
 */
export async function openPostgres({ mayRun }) {
  const { fileSecrets, parsePostgresUrl, startEmbeddedPostgres } = platform()
  const { DATABASE_URL, DATABASE_ROLE_SECRET: roleSecret } = process.env
  if (DATABASE_URL) return { server: parsePostgresUrl(DATABASE_URL), roleSecret, stop: async () => undefined }
  const running = runningServer()
  if (running && !mayRun) throw new Error(`a desk is running on ${dataDir()}: stop it first`)
  if (running) return { server: running, roleSecret: running.password, stop: async () => undefined }
  if (mayRun && !existsSync(path.join(dataDir(), 'postgres')))
    throw new Error(`no database below ${dataDir()}`)
  const password = fileSecrets(secretsFolder()).keep('POSTGRES_PASSWORD')
  const started = await startEmbeddedPostgres({ dataDir: path.join(dataDir(), 'postgres'), password })
  return { server: started.admin, roleSecret: password, stop: () => started.stop() }
}

/* Session settings that make text output independent of the server; policies bind the owner too. */
const SESSION = `
  SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';
  SET bytea_output = 'hex'; SET extra_float_digits = 1; SET app.scope = 'platform'; SET statement_timeout = 0`

export async function connect(server) {
  const { Client } = require('pg')
  const client = new Client({ ...server, application_name: 'balcao backup' })
  await client.connect()
  await client.query(SESSION)
  return client
}

const quote = (name) => `"${name.replaceAll('"', '""')}"`
export const tableName = ({ schema, table }) => `${quote(schema)}.${quote(table)}`

/** Tables with their columns in order, except the migration lists. Partitions are read and written through their table. */
export async function listTables(client) {
  const { rows } = await client.query(`
    SELECT n.nspname AS schema, c.relname AS table,
           array_agg(a.attname::text ORDER BY a.attnum) AS columns,
           array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS written
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public')
      AND c.relname <> 'migrations'
    GROUP BY 1, 2 ORDER BY 1, 2`)
  return rows
}

/** Names of the migrations that a database has, by schema. */
export async function listMigrations(client) {
  const { rows: schemas } = await client.query(`
    SELECT n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = 'migrations' AND c.relkind = 'r' AND n.nspname <> 'public' ORDER BY 1`)
  const found = {}
  for (const { schema } of schemas) {
    const { rows } = await client.query(`SELECT name FROM ${quote(schema)}.migrations ORDER BY name`)
    found[schema] = rows.map(({ name }) => name)
  }
  return found
}

/** Row count and a checksum of the rows in any order, with the columns in the order of `table`. `float8`: `ticket_words` may have more rows than an int has. */
export async function fingerprint(client, table) {
  const row = `ROW(${table.columns.map((column) => `t."${column}"`).join(', ')})`
  const { rows } = await client.query(`
    SELECT count(*)::float8 AS rows,
           coalesce(sum(('x' || left(md5(${row}::text), 15))::bit(60)::bigint), 0)::text AS hash
    FROM ${tableName(table)} t`)
  return rows[0]
}

/** Objects of the media store: a folder's files, or a bucket's objects. Keys with slashes. */
export async function openMedia() {
  const { S3_BUCKET: bucket } = process.env
  return bucket ? openBucket(bucket) : openFolder(path.join(dataDir(), 'media'))
}

async function openFolder(folder) {
  const { createReadStream, createWriteStream } = await import('node:fs')
  const { mkdir, readdir, stat } = await import('node:fs/promises')
  const { pipeline } = await import('node:stream/promises')
  return {
    name: folder,
    async *list() {
      if (!existsSync(folder)) return
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        const file = path.join(entry.parentPath, entry.name)
        const key = path.relative(folder, file).split(path.sep).join('/')
        // Names with a leading dot are unfinished writes.
        if (entry.isFile() && !entry.name.startsWith('.')) yield { key, sizeBytes: (await stat(file)).size }
      }
    },
    read: async (key) => createReadStream(path.join(folder, key)),
    async write(key, stream) {
      const file = path.join(folder, key)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await pipeline(stream, createWriteStream(file, { mode: 0o600 }))
    },
  }
}

async function openBucket(Bucket) {
  const library = require('@aws-sdk/client-s3')
  const { Upload } = require('@aws-sdk/lib-storage')
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY, S3_PATH_STYLE } = process.env
  const client = new library.S3Client({
    region: S3_REGION || 'us-east-1',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}),
    ...(S3_ACCESS_KEY ? { credentials: { accessKeyId: S3_ACCESS_KEY, secretAccessKey: S3_SECRET_KEY } } : {}),
    forcePathStyle: S3_PATH_STYLE ? S3_PATH_STYLE === 'true' : Boolean(S3_ENDPOINT),
  })
  return {
    name: `s3://${Bucket}`,
    async *list() {
      let ContinuationToken
      do {
        const page = await client.send(new library.ListObjectsV2Command({ Bucket, ContinuationToken }))
        for (const { Key, Size } of page.Contents ?? []) yield { key: Key, sizeBytes: Size }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    read: async (Key) => (await client.send(new library.GetObjectCommand({ Bucket, Key }))).Body,
    write: (Key, Body) => new Upload({ client, params: { Bucket, Key, Body } }).done(),
  }
}

/** The collection of message documents, where MONGO_URL or the caller names one. */
export async function openDocuments(url = process.env.MONGO_URL) {
  if (!url) return undefined
  const { createConnection, mongo } = require('mongoose')
  const connection = await createConnection(url, {
    serverSelectionTimeoutMS: 10_000,
    writeConcern: { w: 'majority', j: true },
  }).asPromise()
  return {
    collection: connection.collection('message_documents'),
    EJSON: mongo.BSON.EJSON,
    close: () => connection.close(),
  }
}
