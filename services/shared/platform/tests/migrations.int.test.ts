import type { Migration } from '@balcao/kernel'
import { migrate, type MigrateOptions } from '@balcao/platform'
import { testDatabase, waitFor, type TestDatabase } from '@balcao/testkit'
import { Client } from 'pg'

const first: Migration = {
  name: '1-first',
  up: 'CREATE TABLE first (id int); INSERT INTO first VALUES (1), (2)',
}
const addName: Migration = { name: '2-name', up: 'ALTER TABLE first ADD COLUMN name text' }
const indexIds: Migration = {
  name: '2-ids',
  index: 'first_by_id',
  up: 'CREATE UNIQUE INDEX CONCURRENTLY first_by_id ON first (id)',
}

let pg: TestDatabase
let schema: string
let runs = 0
const opened: Client[] = []

beforeAll(async () => {
  pg = await testDatabase([{ schema: 'notes', migrations: [] }])
})
afterAll(() => pg.close())
beforeEach(async () => {
  runs += 1
  schema = `growing${runs}`
  await run([first])
})
afterEach(() => Promise.all(opened.splice(0).map((client) => client.end())))

const run = (migrations: readonly Migration[], patience: MigrateOptions['patience'] = {}) =>
  migrate([{ schema, migrations }], {
    admin: pg.admin,
    patience: { lockMs: 300, pauseMs: 50, giveUpMs: 120_000, ...patience },
  })

async function connect(): Promise<Client> {
  const client = new Client({ ...pg.admin })
  await client.connect()
  await client.query(`SET search_path = ${schema}; SET statement_timeout = '60s'`)
  opened.push(client)
  return client
}

/** A transaction that has read the table: nobody changes it before the end. */
async function beginReading(): Promise<Client> {
  const reader = await connect()
  await reader.query('BEGIN; SELECT FROM first')
  return reader
}

const isWaiting = async () =>
  (
    await pg.sql(
      "SELECT FROM pg_stat_activity WHERE application_name = 'balcao migrations' AND wait_event_type = 'Lock'",
    )
  ).length > 0
const listColumns = async () =>
  (
    await pg.sql<{ name: string }>(
      'SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0',
      [`${schema}.first`],
    )
  ).map(({ name }) => name)
const readIndex = () =>
  pg.sql('SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)', [
    `${schema}.first_by_id`,
  ])

describe('a migration of a table that somebody reads for long', () => {
  it('lets others pass, and is applied when the reader is done', async () => {
    const [reader, other] = [await beginReading(), await connect()]
    const migrated = run([first, addName])
    await waitFor(isWaiting)
    // It comes behind the migration, which waits for the reader.
    expect((await other.query('SELECT FROM first')).rowCount).toBe(2)
    expect(await listColumns()).toEqual(['id'])
    await reader.query('COMMIT')
    await migrated
    expect(await listColumns()).toEqual(['id', 'name'])
  })

  it('fails in the end, with its name, and keeps nothing', async () => {
    await beginReading()
    await expect(run([first, addName], { lockMs: 50, giveUpMs: 200 })).rejects.toThrow(
      `Migration 2-name of ${schema} failed: canceling statement due to lock timeout`,
    )
    expect(await listColumns()).toEqual(['id'])
  })

  it('does not begin beside a transaction that is old', async () => {
    const reader = await beginReading()
    await reader.query("SET application_name = 'pg_dump'")
    await expect(run([first, addName], { oldTransactionMs: 0 })).rejects.toThrow('"pg_dump"')
    expect(await listColumns()).toEqual(['id'])
    // Nothing is pending: nobody is in its way.
    await run([first], { oldTransactionMs: 0 })
  })
})

describe('an index of a table in use', () => {
  it('is made while rows are written, by one of several runs', async () => {
    const [slow, writer] = [await connect(), await connect()]
    await slow.query('BEGIN; INSERT INTO first VALUES (3)')
    const migrated = [run([first, indexIds]), run([first, indexIds])]
    // For who wrote before it.
    await waitFor(isWaiting)
    await writer.query('INSERT INTO first VALUES (4)')
    await slow.query('COMMIT')
    await Promise.all(migrated)
    expect(await readIndex()).toEqual([{ valid: true }])
  })

  it('is made again where a run failed, and kept where it is whole', async () => {
    await pg.sql(`INSERT INTO ${schema}.first VALUES (2)`)
    await expect(run([first, indexIds])).rejects.toThrow('Migration 2-ids')
    expect(await readIndex()).toEqual([{ valid: false }])
    await pg.sql(`DELETE FROM ${schema}.first WHERE id = 2`)
    await run([first, indexIds])
    expect(await readIndex()).toEqual([{ valid: true }])
    await pg.sql(`DELETE FROM ${schema}.migrations WHERE name = '2-ids'`)
    await run([first, indexIds])
    expect(await pg.sql(`SELECT FROM ${schema}.migrations WHERE name = '2-ids'`)).toHaveLength(1)
  })

  it('of a partitioned table is made on each partition, which writers do not wait for, and on those that come', async () => {
    const table: Migration = {
      name: '2-days',
      up: `CREATE TABLE days (day int, id int) PARTITION BY RANGE (day);
        CREATE TABLE days_1 PARTITION OF days FOR VALUES FROM (1) TO (2);
        CREATE TABLE days_2 PARTITION OF days FOR VALUES FROM (2) TO (3)`,
    }
    const indexDays: Migration = {
      name: '3-days',
      index: 'days_by_id',
      partitioned: 'days',
      up: 'CREATE INDEX CONCURRENTLY days_by_id ON days (id) WHERE id > 1',
    }
    await run([first, table])
    const [slow, writer] = [await connect(), await connect()]
    await slow.query('BEGIN; INSERT INTO days VALUES (2, 3)')
    const migrated = run([first, table, indexDays])
    await waitFor(isWaiting)
    await writer.query('INSERT INTO days VALUES (1, 1), (2, 2)')
    await slow.query('COMMIT')
    await migrated
    await pg.sql(`CREATE TABLE ${schema}.days_3 PARTITION OF ${schema}.days FOR VALUES FROM (3) TO (4)`)
    const indexes = await pg.sql<{ name: string }>(
      `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_inherits h ON h.inhrelid = i.indexrelid
       WHERE h.inhparent = to_regclass($1) AND indisvalid ORDER BY 1`,
      [`${schema}.days_by_id`],
    )
    expect(indexes.map(({ name }) => name.split('.')[1])).toEqual([
      'days_1_days_by_id',
      'days_2_days_by_id',
      'days_3_id_idx',
    ])
  })
})
