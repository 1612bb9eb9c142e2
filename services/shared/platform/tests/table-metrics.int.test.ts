import { metricsText } from '@balcao/platform'
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
  const running = startTableMetrics([pg.db('aged')])
  await waitFor(async () => (await readAges()).size === 4)
  const ages = await readAges()
  expect(ages.get('outbox')).toBeGreaterThanOrEqual(40 * 3600)
  expect(ages.get('outbox')).toBeLessThan(41 * 3600)
  // Without rows it is the age of the partition of today.
  expect(ages.get('inbox')).toBeLessThan(25 * 3600)
  expect(ages.get('transaction')).toBeGreaterThanOrEqual(begun?.age ?? Infinity)
  await reader.end()
  await running.stop()
})
