import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { withClient } from '@balcao/testkit'
import type { Client, QueryResult } from 'pg'

import { createOwnedDatabase, type OwnedDatabase } from './support/owned-database'

/*
 * The runbooks' SQL as its readers run it: as an owner who is no superuser, so that row-level security binds them, on a database with
 * what each statement looks for. A statement that finds nothing there would tell the reader that nothing is wrong.
 */

const FOLDER = path.join(__dirname, '../../../deploy/runbooks')

interface Commands {
  title: string
  text: string
}
/* Blocks of SQL, and statements between backticks but for those with a gap. */
const commands: Commands[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const text = readFileSync(path.join(FOLDER, file), 'utf8')
    const blocks = [...text.matchAll(/^ *```sql\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block)
    const rest = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    const inline = [...rest.matchAll(/`((?:SELECT|UPDATE|DELETE FROM|INSERT)\s[^`]*)`/g)].map(
      ([, one = '']) => one,
    )
    return [...blocks, ...inline.filter((one) => !one.includes('…'))].map((one) => ({
      title: `${file}: ${one.replaceAll(/\s+/g, ' ').trim().slice(0, 110)}`,
      text: one,
    }))
  })

let database: OwnedDatabase

/* What the statements look for: one row of each table. What it holds beside that is of no matter to them. */
const sought: [table: string, values: Record<string, string>][] = [
  ['tickets.outbox', { created_at: `now() - interval '30 days'`, sent: 'false' }],
  ['tickets.outbox', { created_at: `now() - interval '10 minutes'`, sent: 'true' }],
  ['realtime.feed_heads', { company_id: '1', seq: '9' }],
  ['realtime.published_positions', { company_id: '1', seq: '5' }],
  [
    'realtime.webhook_deliveries',
    { company_id: '1', state: `'waiting'`, next_try_at: `now() - interval '1 hour'` },
  ],
  ['messaging_gateway.signal_data_keys', { company_id: '1', master_key_id: `'old'` }],
  ['auth.signing_keys', { kid: `'one'` }],
  ['tickets.closed_ticket_words', { company_id: '1', ticket_id: '1' }],
]

const filler: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  'timestamp with time zone': 'now()',
  boolean: 'false',
  json: `'{}'`,
  jsonb: `'{}'`,
  bytea: `'\\x00'`,
  ARRAY: `'{}'`,
  integer: '1',
  bigint: '1',
  smallint: '1',
}

async function insertSought(client: Client): Promise<void> {
  await client.query('SET session_replication_role = replica')
  for (const [table, values] of sought) {
    const [schema, relation] = table.split('.')
    const { rows } = await client.query<{ column_name: string; data_type: string }>(
      `SELECT column_name, data_type FROM information_schema.columns
       WHERE table_schema = $1 AND table_name = $2 AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'`,
      [schema, relation],
    )
    const all = {
      ...Object.fromEntries(rows.map((row) => [row.column_name, filler[row.data_type] ?? `''`])),
      ...values,
    }
    await client.query(
      `INSERT INTO ${table} (${Object.keys(all).join(', ')}) VALUES (${Object.values(all).join(', ')})`,
    )
  }
}

beforeAll(async () => {
  database = await createOwnedDatabase()
  await withClient(database.admin, insertSought)
})

/* What it answers or changes: rows, or what it counts. */
const countFound = ({ rows, rowCount }: QueryResult<Record<string, unknown>>): number => {
  const count = rows.length === 1 ? rows[0]?.['count'] : undefined
  return count === undefined ? (rowCount ?? 0) : Number(count)
}

it.each(commands)('$title', async ({ text }) => {
  // With the name of a service's sessions, which one statement asks for.
  await withClient({ ...database.admin, application_name: 'balcao tickets' }, async (other) => {
    // What waits for a lock, or holds one, is another session's.
    await other.query('BEGIN')
    await other.query('SELECT txid_current()')
    await withClient(database.owner, async (client) => {
      const answers: unknown = await client.query(text)
      const results = (Array.isArray(answers) ? answers : [answers]) as QueryResult[]
      const found = results.filter(({ command }) => command !== 'SET').map(countFound)
      expect(found.length).toBeGreaterThan(0)
      expect(found.filter((count) => count === 0)).toEqual([])
    })
    await other.query('ROLLBACK')
  })
})

it('finds the statements of the runbooks', () => {
  expect(commands.length).toBeGreaterThan(8)
})
