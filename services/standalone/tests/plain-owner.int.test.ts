import { companyId } from '@balcao/contracts'
import { openDatabase, query, sql, type PgDatabase } from '@balcao/platform'
import { Client } from 'pg'

import { createOwnedDatabase } from './support/owned-database'

/* What runs as the owner of a schema, where that owner is no superuser. Tests' databases are a superuser's, whom no policy binds. */

let tickets: PgDatabase
let admin: Client

beforeAll(async () => {
  const database = await createOwnedDatabase()
  admin = new Client({ ...database.admin })
  await admin.connect()
  await admin.query(`SET session_replication_role = replica`)
  await admin.query(
    `INSERT INTO tickets.closed_ticket_words VALUES (1, 11, array_to_tsvector('{1:boleto}')), (2, 22, array_to_tsvector('{2:boleto}'))`,
  )
  database.onClose(() => admin.end())
  tickets = openDatabase({ admin: database.owner, schema: 'tickets' })
  database.onClose(() => tickets.close())
})

const countScans = async () => {
  const { rows } = await admin.query<{ scans: number }>(
    `SELECT idx_scan::int AS scans FROM pg_stat_user_indexes WHERE indexrelname = 'closed_ticket_words_by_word'`,
  )
  return rows[0]?.scans
}

it.each([
  [1, 11],
  [2, 22],
])(
  'the words of closed tickets are found by their index, of the own company: %s',
  async (company, ticket) => {
    const before = await countScans()
    const found = await tickets.withTenant(companyId(company), async (tx) => {
      const rows = await query(tx, sql`SELECT id FROM find_closed_tickets('{bol}', 10) AS c (id)`)
      await query(tx, sql`SELECT pg_stat_force_next_flush()`)
      return rows
    })
    expect(found).toEqual([{ id: ticket }])
    expect(await countScans()).toBe((before ?? 0) + 1)
  },
)
