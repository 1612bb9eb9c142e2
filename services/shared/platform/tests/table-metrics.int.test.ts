import { CompanyTurns, metricsText, sql } from '@balcao/platform'
import { testDatabase, waitFor } from '@balcao/testkit'
import { Client } from 'pg'

import { startTableMetrics } from '../src/host/table-metrics'

const readAges = async (): Promise<Map<string, number>> => {
  const text = await metricsText()
  const found = text.matchAll(
    /^balcao_(event_rows|transaction)_age_seconds\{schema="aged"(?:,table="(\w+)")?[^}]*\} (\S+)$/gm,
  )
  return new Map([...found].map(([, kind, table, age]) => [table ?? kind ?? '', Number(age)]))
}

it('the ages of event tables and of the oldest transaction are measured', async () => {
  const pg = await testDatabase([{ schema: 'aged', migrations: [] }])
  await pg.sql(`INSERT INTO aged.outbox (id, company_id, ordering_key, shard, topic, type, body, created_at)
    VALUES (gen_random_uuid(), 1, 'k', 0, 'none', 'none', '{}', now() - interval '40 hours')`)
  const reader = new Client({ ...pg.admin })
  await reader.connect()
  await reader.query('BEGIN; SELECT 1')
  const [begun] = await pg.sql<{ age: number }>(
    `SELECT extract(epoch FROM clock_timestamp() - min(xact_start))::float AS age FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()`,
  )
  const running = startTableMetrics([{ db: pg.db('aged') }])
  await waitFor(async () => (await readAges()).size === 4)
  const ages = await readAges()
  expect(ages.get('outbox')).toBeGreaterThanOrEqual(40 * 3600)
  expect(ages.get('outbox')).toBeLessThan(41 * 3600)
  // Without rows it is the age of the partition of today.
  expect(ages.get('inbox')).toBeLessThan(25 * 3600)
  expect(ages.get('transaction')).toBeGreaterThanOrEqual(begun?.age ?? Infinity)
  const [, unfrozen] =
    /^balcao_unfrozen_transactions\{schema="aged"[^}]*\} (\S+)$/m.exec(await metricsText()) ?? []
  const [known] = await pg.sql<{ age: number }>(
    'SELECT age(datfrozenxid) AS age FROM pg_database WHERE datname = current_database()',
  )
  expect(Number(unfrozen)).toBeGreaterThan(0)
  expect(Number(unfrozen)).toBeLessThanOrEqual(known?.age ?? 0)
  await reader.end()
  await running.stop()
})

it('the fullest sequence of a schema is measured against its type', async () => {
  const pg = await testDatabase([{ schema: 'numbered', migrations: [] }])
  await pg.sql('CREATE SEQUENCE numbered.rows_id_seq AS integer')
  await pg.sql('GRANT SELECT ON numbered.rows_id_seq TO PUBLIC')
  await pg.sql(`SELECT setval('numbered.rows_id_seq', 1288490188)`)
  const running = startTableMetrics([{ db: pg.db('numbered') }])
  const read = async () =>
    /^balcao_sequence_used_ratio\{schema="numbered",sequence="rows_id_seq"[^}]*\} (\S+)$/m.exec(
      await metricsText(),
    )?.[1]
  await waitFor(async () => (await read()) !== undefined)
  expect(Number(await read())).toBeCloseTo(0.6)
  // This server archives nothing.
  expect(await metricsText()).not.toContain('balcao_postgres_archive_seconds{schema="numbered"')
  await running.stop()
})

it('the oldest due row of all companies is measured in each queue of the schema', async () => {
  const pg = await testDatabase([{ schema: 'queues', migrations: [] }])
  await pg.sql(`CREATE TABLE queues.due_work (id bigint PRIMARY KEY, company_id int, due_at timestamptz, is_open boolean);
    CREATE INDEX ON queues.due_work (company_id, due_at, id) WHERE is_open;
    CREATE TABLE queues.no_work (id bigint PRIMARY KEY, company_id int, due_at timestamptz, is_open boolean);
    GRANT SELECT ON queues.due_work, queues.no_work TO PUBLIC;
    INSERT INTO queues.due_work VALUES (1, 1, now() - interval '1 minute', true), (2, 2, now() - interval '1 hour', true),
      (3, 2, now() + interval '1 hour', true), (4, 3, now() - interval '1 day', false);
    INSERT INTO queues.no_work VALUES (1, 1, now() + interval '1 hour', true)`)
  for (const name of ['due_work', 'no_work', 'of_another_service'])
    new CompanyTurns({ name, dueAt: 'due_at', order: 'id', open: sql`is_open` })
  const running = startTableMetrics([{ db: pg.db('queues') }])
  const read = async () =>
    new Map(
      [
        ...(await metricsText()).matchAll(
          /^balcao_due_rows_age_seconds\{schema="queues",table="(\w+)"[^}]*\} (\S+)$/gm,
        ),
      ].map(([, table, age]) => [table ?? '', Number(age)]),
    )
  await waitFor(async () => (await read()).size > 0)
  const ages = await read()
  expect([...ages.keys()].sort()).toEqual(['due_work', 'no_work'])
  expect(ages.get('due_work')).toBeGreaterThanOrEqual(3_600)
  expect(ages.get('due_work')).toBeLessThan(2 * 3_600)
  expect(ages.get('no_work')).toBe(0)
  await running.stop()
})
