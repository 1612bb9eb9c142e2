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
