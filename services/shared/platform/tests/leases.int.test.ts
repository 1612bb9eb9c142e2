import { createPgLeases, execute, protectTenantTable } from '@balcao/platform'
import { describeLeases, testDatabase, type TestDatabase } from '@balcao/testkit'

const guarded = {
  schema: 'guarded',
  migrations: [
    {
      name: '20260901T100000-create-writes',
      up: `CREATE TABLE writes (company_id integer NOT NULL); ${protectTenantTable('writes')}`,
    },
  ],
}

let pg: TestDatabase
const openLeases = (owner: string, monotonicMs?: () => number) => {
  const leases = createPgLeases({ db: pg.db('guarded'), owner, ...(monotonicMs && { monotonicMs }) })
  pg.onClose(() => leases.stop())
  return leases
}

beforeAll(async () => {
  pg = await testDatabase([guarded])
})

describeLeases('Postgres', async () => ({
  db: pg.db('guarded'),
  first: openLeases('first'),
  second: openLeases('second'),
  expire: async (name) => {
    await pg.sql("UPDATE guarded.session_lease SET expires_at = now() - interval '1 s' WHERE name = $1", [
      name,
    ])
  },
  write: async (tx) => {
    await execute(tx, 'INSERT INTO writes (company_id) VALUES (1)')
  },
  writes: async () =>
    (await pg.sql<{ n: number }>('SELECT count(*)::int AS n FROM guarded.writes'))[0]?.n ?? 0,
}))

describe('a holder whose renewals fail', () => {
  it('freezes after 6 s, thaws with a renewal, and has lost the lease after 12 s', async () => {
    let nowMs = 1_000
    const leases = openLeases('cut-off', () => nowMs)
    const lease = await leases.acquire('phone')
    expect(lease?.isFrozen).toBe(false)
    nowMs += 6_000
    expect(lease?.isFrozen).toBe(true)
    await leases.renew()
    expect(lease?.isFrozen).toBe(false)

    await pg.sql('REVOKE ALL ON guarded.session_lease FROM balcao_guarded')
    nowMs += 11_000
    await leases.renew()
    expect([lease?.isFrozen, lease?.signal.aborted]).toEqual([true, false])
    nowMs += 1_000
    await leases.renew()
    expect(lease?.signal.aborted).toBe(true)
    await pg.sql('GRANT ALL ON guarded.session_lease TO balcao_guarded')
  })

  it('takes its own leases back when it starts again under the same name', async () => {
    await openLeases('single-machine').acquire('left-behind')
    expect((await openLeases('single-machine').acquire('left-behind'))?.epoch).toBe(2)
  })
})
