import { companyId } from '@balcao/contracts'
import { openDatabase, parsePostgresUrl, query } from '@balcao/platform'
import { describeLeases, needsEngines, testDatabase, type TestDatabase } from '@balcao/testkit'

import { describeDatabase } from './database.contract'
import { guarded, leasesRig } from './leases-rig'
import { startPgBouncer, type PgBouncer } from './pgbouncer'

const roles = ['notes', 'others', 'guarded'].map((schema) => `balcao_${schema}`)
needsEngines('pgbouncer')('through PgBouncer in transaction mode', () => {
  let pooler: PgBouncer
  beforeAll(async () => {
    pooler = await startPgBouncer(roles, 2)
    process.env['BALCAO_TEST_POOLER'] = pooler.url
  })
  afterAll(async () => {
    delete process.env['BALCAO_TEST_POOLER']
    await pooler.stop()
  })

  describeDatabase('behind a pooler')

  describe('leases behind a pooler', () => {
    let pg: TestDatabase
    beforeAll(async () => {
      pg = await testDatabase([guarded])
    })
    describeLeases('Postgres behind a pooler', async () => leasesRig(pg))

    it('share sessions: more transactions than the pooler has are open at once, each with its own company', async () => {
      const seen = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          pg.db('guarded').withTenant(companyId(index + 1), async (tx) => {
            const sql = `SELECT current_setting('app.company_id') AS company, current_setting('search_path') AS path,
              current_setting('statement_timeout') AS most, pg_backend_pid() AS session`
            return (await query<{ company: string; path: string; most: string; session: number }>(tx, sql))[0]
          }),
        ),
      )
      expect(seen.map((row) => row?.company)).toEqual(seen.map((_, index) => String(index + 1)))
      expect(new Set(seen.map((row) => `${row?.path} ${row?.most}`))).toEqual(new Set(['guarded 15s']))
      expect(new Set(seen.map((row) => row?.session)).size).toBeLessThanOrEqual(2)
    })

    it('leave nothing of a transaction in the session that the next one gets', async () => {
      await pg.db('guarded').withTenant(companyId(1), (tx) => query(tx, 'SELECT 1'))
      const { host, port } = parsePostgresUrl(pooler.url)
      // Another schema's settings under the same role: what a session kept would show here.
      const other = openDatabase({
        admin: { ...pg.admin, host, port, direct: pg.admin },
        schema: 'guarded',
        statementTimeoutMs: 1_234,
      })
      const ask = (tx: Parameters<typeof query>[0]) =>
        query<{ company: string; most: string }>(
          tx,
          "SELECT coalesce(current_setting('app.company_id', true), '') AS company, current_setting('statement_timeout') AS most",
        )
      expect(await other.asPlatform(ask)).toEqual([{ company: '', most: '1234ms' }])
      expect(await pg.db('guarded').asPlatform(ask)).toEqual([{ company: '', most: '15s' }])
      await other.close()
    })
  })
})
