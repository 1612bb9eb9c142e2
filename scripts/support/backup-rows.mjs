// Rows of a backup: a file of lines, compressed, each a row as Postgres writes it in text.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

const LINES_AT_ONCE = 500
const ROWS_AT_ONCE = 2_000

/** Lines of a file, some hundred at a time. */
export async function* batchesOf(file, read = JSON.parse) {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity })
  let batch = []
  for await (const line of lines) {
    batch.push(read(line))
    if (batch.length < LINES_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

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
