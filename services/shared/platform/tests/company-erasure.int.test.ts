import { companyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { DAY, HOUR, MINUTE, type CompanyErasure, type Database } from '@balcao/kernel'
import { companyErasuresConsumer, eraseCompaniesJob, protectTenantTable } from '@balcao/platform'
import { killEverywhere, testDatabase, testPorts, type TestDatabase, type TestPorts } from '@balcao/testkit'

const [GONE, OTHER] = [companyId(1), companyId(2)]
const TABLES = ['records', 'parents', 'children', 'days']

/* A table that refers to another, and one in partitions, as the services have them; `records` stay. */
const createTables = {
  name: '20261123T000000-create-tables',
  up: `
    CREATE TABLE parents (id serial PRIMARY KEY, company_id integer NOT NULL, text text NOT NULL);
    CREATE TABLE children (parent_id integer NOT NULL REFERENCES parents (id), company_id integer NOT NULL);
    CREATE TABLE days (company_id integer NOT NULL, day integer NOT NULL) PARTITION BY RANGE (day);
    CREATE TABLE days_1 PARTITION OF days FOR VALUES FROM (0) TO (10);
    CREATE TABLE days_2 PARTITION OF days FOR VALUES FROM (10) TO (20);
    CREATE TABLE records (company_id integer NOT NULL);
    ${TABLES.map(protectTenantTable).join('')}`,
}

let pg: TestDatabase
let ports: TestPorts
let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

beforeEach(async () => {
  aheadMs = 0
  pg = await testDatabase([{ schema: 'desk', migrations: [createTables] }])
  ports = testPorts(pg, 'desk')
  for (const id of [GONE, OTHER])
    await pg.sql(
      `WITH p AS (INSERT INTO desk.parents (company_id, text) SELECT ${id}, repeat('x', 2000) FROM generate_series(1, 3000) RETURNING id),
        c AS (INSERT INTO desk.children SELECT id, ${id} FROM p), r AS (INSERT INTO desk.records VALUES (${id}))
      INSERT INTO desk.days SELECT ${id}, i % 20 FROM generate_series(1, 100) i`,
    )
})

const count = async (company: number): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const table of TABLES) {
    const [row] = await pg.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM desk.${table} WHERE company_id = ${company}`,
    )
    counts[table] = row?.n ?? 0
  }
  return counts
}

const FULL = { records: 1, parents: 3_000, children: 3_000, days: 100 }
const ERASED = { records: 1, parents: 0, children: 0, days: 0 }

const depsOf = (db: Database, erasure: CompanyErasure = {}) => ({
  service: 'billing' as const,
  db,
  inbox: ports.inbox,
  clock,
  erasure: { keeps: ['records'], ...erasure },
})

const deleteGone = async () => {
  const event = deskEvent(ports, orderingKeys.company(GONE), 'companyDeleted', {})
  const delivery = { event, attempt: 1 }
  for (const _again of [1, 2]) await companyErasuresConsumer(depsOf(ports.db)).handle(delivery)
}

const run = (db: Database = ports.db, erasure?: CompanyErasure) =>
  eraseCompaniesJob(depsOf(db, erasure)).run(new AbortController().signal)

describe('a company that is deleted', () => {
  it('is erased whatever is killed, but for what has to stay; another company is whole', async () => {
    await deleteGone()
    const kills = await killEverywhere(ports.db, (db) => run(db))
    expect(kills).toBeGreaterThan(15)
    expect([await count(GONE), await count(OTHER)]).toEqual([ERASED, FULL])
  })

  it('is erased again later, because of what was under way, until nothing can come any more', async () => {
    await deleteGone()
    await run()
    const insert = () => pg.sql(`INSERT INTO desk.days VALUES (${GONE}, 3)`)
    await insert()
    await run()
    expect((await count(GONE)).days).toBe(1)
    aheadMs = 2 * MINUTE
    await run()
    expect((await count(GONE)).days).toBe(0)
    await insert()
    aheadMs = 40 * DAY
    await run()
    expect((await count(GONE)).days).toBe(0)
    expect(await pg.sql('SELECT * FROM desk.company_erasures')).toEqual([])
  })

  it('is found by the index of a table that has one, whatever others have in it', async () => {
    await pg.sql('CREATE INDEX ON desk.parents (company_id)')
    await pg.sql(
      `INSERT INTO desk.parents (company_id, text) SELECT ${OTHER}, repeat('x', 1900) FROM generate_series(1, 20000)`,
    )
    let transactions = 0
    const counted: Database = {
      asPlatform: (work, of) => ports.db.asPlatform(work, of),
      onEachPrimary: (work) => ports.db.onEachPrimary(work),
      withTenant: (company, work) => {
        transactions += 1
        return ports.db.withTenant(company, work)
      },
    }
    await deleteGone()
    await run(counted)
    // Two of 3,000 parents, whose table has 5,000 pages; the rest are the other tables' and the next pass.
    expect(transactions).toBeLessThan(12)
    expect((await count(GONE)).parents).toBe(0)
    expect((await count(OTHER)).parents).toBe(23_000)
  })

  it('waits behind none of a thousand others that cannot be erased yet', async () => {
    await deleteGone()
    await pg.sql(
      `INSERT INTO desk.company_erasures (company_id, deleted_at, next_at)
       SELECT 10 + n, $1, $1::timestamptz - interval '1 h' FROM generate_series(1, 1000) n`,
      [clock.now()],
    )
    await pg.sql(`UPDATE desk.company_erasures SET company_id = 5000 WHERE company_id = ${GONE}`)
    for (const table of ['parents', 'children'])
      await pg.sql(`UPDATE desk.${table} SET company_id = 5000 WHERE company_id = ${GONE}`)
    const erase = (company: number) =>
      company % 2 === 1 ? Promise.reject(new Error('stuck')) : Promise.resolve(company === 5_000)
    await expect(run(ports.db, { erase })).rejects.toMatchObject({ errors: { length: 500 } })
    expect(await pg.sql('SELECT id FROM desk.parents WHERE company_id = 5000')).toEqual([])
  })

  it('is waited with while something works with its rows, for an hour at most', async () => {
    await deleteGone()
    const asked: number[] = []
    const erase = (company: number) => {
      asked.push(company)
      return Promise.resolve(false)
    }
    await run(ports.db, { erase })
    expect(await count(GONE)).toEqual(FULL)
    aheadMs = HOUR + MINUTE
    await run(ports.db, { erase })
    expect([await count(GONE), asked]).toEqual([ERASED, [GONE, GONE]])
  })
})
