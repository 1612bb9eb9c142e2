// Rows of a backup: a file of lines, compressed, each a row as Postgres writes it in text.
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

const AT_ONCE = 500
const ROWS_AT_ONCE = 2_000

/** What comes one by one, some hundred at a time. */
export async function* inBatches(items, read = (item) => item) {
  let batch = []
  for await (const item of items) {
    batch.push(read(item))
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Lines of a file, some hundred at a time. */
export const batchesOf = (file, read = JSON.parse) =>
  inBatches(
    createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity }),
    read,
  )

/** The documents of MongoDB in a backup's folder, some hundred at a time. */
export const documentsOf = (folder, EJSON) =>
  batchesOf(path.join(folder, 'documents.gz'), (line) => EJSON.parse(line, { relaxed: false }))

/** Rows of a table as text, which Postgres parses back exactly, some thousand at a time; within a transaction. */
export async function* cursorOf(client, table, condition = 'true') {
  await client.query(
    `DECLARE reading NO SCROLL CURSOR FOR SELECT t::text AS row FROM ${table} t WHERE ${condition}`,
  )
  for (;;) {
    const { rows } = await client.query(`FETCH ${ROWS_AT_ONCE} FROM reading`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('CLOSE reading')
}

/**
 * An INSERT of rows as text, `$1` an array of them. Their columns may have another order here: an id that was widened
 * (`scripts/widen-ids.mjs`) is its table's last column. In a session that fills one table at a time.
 * @param into the table or its copy; `table` has the types, `order` the columns of the backup, `columns` are written
 */
export async function makeRowInsert(client, into, { table, order, columns }) {
  const list = (names, of = '') => names.map((name) => `${of}"${name}"`).join(', ')
  await client.query(`DROP TABLE IF EXISTS pg_temp.row_of_backup`)
  await client.query(`CREATE TEMP TABLE row_of_backup AS SELECT ${list(order)} FROM ${table} WITH NO DATA`)
  return `
    INSERT INTO ${into} (${list(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${list(columns, '(r).')} FROM (SELECT v::pg_temp.row_of_backup AS r FROM unnest($1::text[]) v OFFSET 0) rows`
}
