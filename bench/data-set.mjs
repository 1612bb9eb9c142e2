// The large desk: three companies or as many as are asked for, written into the services' schemas by SQL, kept between runs.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { at, filesBelow, say } from '../scripts/support/project.mjs'
import { connectAsOwner, startDesk } from './desk.mjs'

const SHARES = [0.6, 0.25, 0.15]

const FILLED = ['contacts', 'contact_identities', 'contact_words', 'tickets', 'ticket_tags', 'messages']
  .concat(['message_documents', 'ticket_words', 'closed_ticket_words', 'ticket_trackings', 'user_ratings'])
  .map((table) => `tickets.${table}`)

/* Filling a table and then building its indexes takes a third of the time. */
async function withoutIndexes(db, work) {
  const { rows } = await db.query(
    `SELECT i.indexrelid::regclass AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     WHERE i.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [FILLED],
  )
  for (const { name } of rows) await db.query(`DROP INDEX ${name}`)
  await work()
  for (const { name, definition } of rows) {
    say(`  index ${name} …`)
    await db.query(definition)
  }
}

/* Sections of data-set.sql begin with `-- name: what it does`. */
const sections = readFileSync(at('bench/data-set.sql'), 'utf8')
  .split(/^-- name: /m)
  .slice(1)
  .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n'))])

async function fill(db, { tickets, messages, shares, span }) {
  await db.query(`SET search_path = tickets; SET synchronous_commit = off; SET work_mem = '256MB';
    SET maintenance_work_mem = '512MB'; SET session_replication_role = replica; SELECT setseed(0.42);`)
  await db.query(
    'CREATE TEMP TABLE size AS SELECT $1::int AS tickets, $2::int AS messages, $3::float[] AS shares, $4::interval AS span',
    [tickets, messages, shares, span],
  )
  await withoutIndexes(db, async () => {
    for (const [name, sql] of sections) {
      say(`  ${name} …`)
      await db.query(sql)
    }
  })
  await db.query('VACUUM (ANALYZE)')
}

/* Another schema or script version makes another data set. */
function readVersion() {
  const hash = createHash('sha256')
  const migrations = filesBelow(at('services/tickets/src/migrations'))
  for (const file of [at('bench/data-set.sql'), ...migrations]) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 8)
}

/**
 * The folder of a desk with about this many tickets and messages; created when it is missing.
 * @param shares of all tickets by company; the first is the demo's own, whose people can log in
 * @param span of time that the tickets were closed in
 */
export async function dataSet({ tickets, messages, shares = SHARES, span = '2 years' }) {
  const kind = shares === SHARES ? '' : `${shares.length}-companies-`
  const folder = at(`.cache/bench/${tickets}-${messages}-${kind}${readVersion()}`)
  const marker = path.join(folder, 'filled')
  if (existsSync(marker)) return folder
  say(`Making ${tickets} tickets and ${messages} messages in ${folder} …`)
  await rm(folder, { recursive: true, force: true })
  const desk = await startDesk(folder)
  try {
    const db = await connectAsOwner(desk)
    await fill(db, { tickets, messages, shares, span })
    await db.end()
  } finally {
    await desk.stop()
  }
  writeFileSync(marker, '')
  return folder
}
