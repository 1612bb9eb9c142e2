import { migrate } from '@balcao/platform'
import { testDatabase } from '@balcao/testkit'

import { realtimeMigrations } from '../src/migrations'

const PARTITIONED_BY = '20261122T164500-partition-feed'

it('a feed of the version before keeps its rows and numbers', async () => {
  const before = realtimeMigrations.migrations.filter(({ name }) => name < PARTITIONED_BY)
  const pg = await testDatabase([{ schema: 'realtime', migrations: before }])
  await pg.sql(`INSERT INTO realtime.feed (company_id, seq, event_id, part, channel, audience, except_rooms, event, created_at, contact_id)
    SELECT 1 + n % 2, (n + 1) / 2, gen_random_uuid(), 'main', 'ticket', '{}', '{}', '{}', now() - n * interval '20 minutes', n
    FROM generate_series(1, 500) AS n`)
  await pg.sql('INSERT INTO realtime.feed_heads (company_id, seq) VALUES (1, 250), (2, 250)')
  const rows = () => pg.sql('SELECT t::text AS row FROM realtime.feed t ORDER BY company_id, seq')
  const found = await rows()
  await migrate([realtimeMigrations], { admin: pg.admin })
  expect(await rows()).toEqual(found)
  expect(await pg.sql('SELECT seq::int FROM realtime.feed_heads')).toEqual([{ seq: 250 }, { seq: 250 }])
  const partitions = await pg.sql<{ n: number }>(
    'SELECT count(*)::int AS n FROM realtime.feed GROUP BY tableoid',
  )
  expect(partitions).toEqual([{ n: 500 }])
})

it('schedules in a feed of the version before are their authors’ and the administrators’', async () => {
  const before = realtimeMigrations.migrations.filter(({ name }) => name < '20261124T020100-hide-schedules')
  const pg = await testDatabase([{ schema: 'realtime', migrations: before }])
  const row = (seq: number, channel: string, event: object) =>
    pg.sql(
      `INSERT INTO realtime.feed (company_id, seq, event_id, part, channel, audience, except_rooms, event, created_at, contact_id)
      VALUES (7, $1, gen_random_uuid(), 'main', $2, '{company:7}', '{}', $3, now(), 0)`,
      [seq, channel, JSON.stringify(event)],
    )
  await row(1, 'schedule', { scheduleChanged: { schedule: { id: 1, userId: 12, body: 'lembrete' } } })
  await row(2, 'schedule', { scheduleDeleted: { scheduleId: 1 } })
  await row(3, 'tag', { tagDeleted: { tagId: 1 } })
  await migrate([realtimeMigrations], { admin: pg.admin })
  expect(await pg.sql('SELECT audience FROM realtime.feed ORDER BY seq')).toEqual([
    { audience: ['company:7:user:12', 'company:7:admins'] },
    { audience: ['company:7'] },
    { audience: ['company:7'] },
  ])
})
