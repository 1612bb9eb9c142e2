import { companyId } from '@balcao/contracts'
import { AppError, type MigrationSet } from '@balcao/kernel'
import {
  assertNoPendingMigrations,
  findSchemaDrift,
  execute,
  entityManagerOf,
  mapEntities,
  migrate,
  protectTenantTable,
  query,
} from '@balcao/platform'
import { testDatabase, type TestDatabase } from '@balcao/testkit'
import { EntitySchema } from 'typeorm'

interface Note {
  id: number
  companyId: number
  body: string
  seenAt: Date
}

const noteRecord = new EntitySchema<Note>({
  name: 'note',
  tableName: 'notes',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    companyId: { type: 'integer', name: 'company_id' },
    body: { type: 'text' },
    seenAt: { type: 'timestamptz', name: 'seen_at', default: () => 'now()' },
  },
})

const notes: MigrationSet = {
  schema: 'notes',
  migrations: [
    {
      name: '20260901T100000-create-notes',
      up: `CREATE TABLE notes (id bigserial PRIMARY KEY, company_id integer NOT NULL, body text NOT NULL, seen_at timestamptz NOT NULL DEFAULT now());
        ${protectTenantTable('notes')}`,
    },
  ],
}
const [acme, beta] = [companyId(1), companyId(2)]

/** What a service's database does, whatever lies between it and the server. */
export function describeDatabase(way: string): void {
  describe(`a service database ${way}`, () => {
    let pg: TestDatabase

    beforeAll(async () => {
      pg = await testDatabase([notes, { schema: 'others', migrations: [] }])
      mapEntities(pg.db('notes'), [noteRecord])
    })
    beforeEach(() => pg.sql('DELETE FROM notes.notes'))

    const add = (company: typeof acme, body: string) =>
      pg
        .db('notes')
        .withTenant(company, (tx) =>
          execute(tx, 'INSERT INTO notes (company_id, body) VALUES ($1, $2)', [company, body]),
        )
    const bodies = (company: typeof acme) =>
      pg
        .db('notes')
        .withTenant(company, async (tx) =>
          (await query<{ body: string }>(tx, 'SELECT body FROM notes ORDER BY id')).map((row) => row.body),
        )

    it('shows a company its own rows even to a query that forgot the company', async () => {
      await add(acme, 'ours')
      await add(beta, 'theirs')
      expect(await bodies(acme)).toEqual(['ours'])
      expect(await bodies(beta)).toEqual(['theirs'])
    })

    it('refuses to write a row of another company', async () => {
      const write = pg
        .db('notes')
        .withTenant(acme, (tx) =>
          execute(tx, 'INSERT INTO notes (company_id, body) VALUES ($1, $2)', [beta, 'x']),
        )
      await expect(write).rejects.toThrow(/row-level security/)
    })

    it('shows every company to the platform', async () => {
      await add(acme, 'a')
      await add(beta, 'b')
      const rows = await pg
        .db('notes')
        .asPlatform((tx) => query<{ body: string }>(tx, 'SELECT body FROM notes ORDER BY id'))
      expect(rows.map((row) => row.body)).toEqual(['a', 'b'])
    })

    it('leaves no company behind on a pooled connection', async () => {
      await add(acme, 'a')
      const seen = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          pg
            .db('notes')
            .withTenant(index % 2 ? acme : beta, (tx) =>
              query<{ company: string }>(
                tx,
                "SELECT current_setting('app.company_id', true) AS company",
              ).then((rows) => rows[0]?.company),
            ),
        ),
      )
      expect(seen).toEqual(seen.map((_, index) => (index % 2 ? '1' : '2')))
      const platform = await pg
        .db('notes')
        .asPlatform((tx) =>
          query<{ company: string }>(tx, "SELECT current_setting('app.company_id', true) AS company"),
        )
      expect(platform[0]?.company ?? '').toBe('')
    })

    it('reads through the entity mapping in the same transaction as SQL', async () => {
      const found = await pg.db('notes').withTenant(acme, async (tx) => {
        await entityManagerOf(tx).getRepository(noteRecord).save({ companyId: acme, body: 'mapped' })
        const rows = await query<{ id: number; body: string }>(tx, 'SELECT id, body FROM notes')
        return { rows, count: await entityManagerOf(tx).count(noteRecord, { where: { companyId: acme } }) }
      })
      expect(found).toEqual({ rows: [{ id: expect.any(Number), body: 'mapped' }], count: 1 })
    })

    it('rolls the mapping back together with the SQL', async () => {
      const work = pg.db('notes').withTenant(acme, async (tx) => {
        await entityManagerOf(tx).getRepository(noteRecord).save({ companyId: acme, body: 'gone' })
        throw new AppError('ERR_NOT_FOUND')
      })
      await expect(work).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' })
      expect(await bodies(acme)).toEqual([])
    })

    it('repeats the work after a deadlock', async () => {
      await add(acme, 'one')
      await add(acme, 'two')
      let meetings = 0
      let open: () => void = () => undefined
      const bothHoldOne = new Promise<void>((resolve) => (open = resolve))
      let tries = 0
      const swap = (first: string, second: string) =>
        pg.db('notes').withTenant(acme, async (tx) => {
          tries += 1
          await execute(tx, 'UPDATE notes SET seen_at = now() WHERE company_id = $1 AND body = $2', [
            acme,
            first,
          ])
          if ((meetings += 1) === 2) open()
          await bothHoldOne
          await execute(tx, 'UPDATE notes SET seen_at = now() WHERE company_id = $1 AND body = $2', [
            acme,
            second,
          ])
        })
      await Promise.all([swap('one', 'two'), swap('two', 'one')])
      // The loser may meet the winner once more before that one has ended.
      expect(tries).toBeGreaterThanOrEqual(3)
    })

    it('does not pretend to have committed when an error inside was swallowed', async () => {
      const work = pg.db('notes').withTenant(acme, async (tx) => {
        await query(tx, 'SELECT 1 / 0').catch(() => undefined)
      })
      await expect(work).rejects.toThrow(/swallowed/)
    })

    it('refuses a query after the transaction is over', async () => {
      const leaked = await pg.db('notes').withTenant(acme, async (tx) => ({ tx }))
      await expect(query(leaked.tx, 'SELECT 1')).rejects.toThrow(/over/)
    })

    it('survives the loss of every connection', async () => {
      await add(acme, 'a')
      await pg.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'balcao_notes'",
      )
      const cut = pg.db('notes').withTenant(acme, async (tx) => {
        const [{ pid } = { pid: 0 }] = await query<{ pid: number }>(tx, 'SELECT pg_backend_pid() AS pid')
        await pg.sql('SELECT pg_terminate_backend($1)', [pid])
        await query(tx, 'SELECT 1')
      })
      await expect(cut).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
      expect(await bodies(acme)).toEqual(['a'])
    })

    it('keeps a service out of the schema of another', async () => {
      await expect(
        pg.db('others').asPlatform((tx) => query(tx, 'SELECT * FROM notes.notes')),
      ).rejects.toThrow(/permission denied/)
      await expect(pg.db('notes').asPlatform((tx) => query(tx, 'DROP TABLE notes'))).rejects.toThrow(
        /must be owner/,
      )
      await expect(pg.db('notes').asPlatform((tx) => query(tx, 'TRUNCATE notes'))).rejects.toThrow(
        /permission denied/,
      )
    })

    it('prepares a text that comes back and still answers by its parameters', async () => {
      for (const body of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
        await add(acme, body)
        const rows = await pg
          .db('notes')
          .withTenant(acme, (tx) =>
            query(tx, 'SELECT body FROM notes WHERE company_id = $1 AND body = $2', [acme, body]),
          )
        expect(rows).toEqual([{ body }])
      }
    })

    it('agrees with its migrations, and tells a column that is missing', async () => {
      expect(await findSchemaDrift(pg.admin, 'notes', [noteRecord])).toEqual([])
      const wider = new EntitySchema<Note & { color: string }>({
        ...noteRecord.options,
        columns: { ...noteRecord.options.columns, color: { type: 'text' as const } },
      })
      expect((await findSchemaDrift(pg.admin, 'notes', [wider])).join()).toContain('"color"')
    })

    it('migrates once, however many processes start together', async () => {
      await Promise.all([1, 2, 3].map(() => migrate([notes], { admin: pg.admin })))
      expect(
        await pg.sql("SELECT count(*)::int AS times FROM notes.migrations WHERE name LIKE '%create-notes'"),
      ).toEqual([{ times: 1 }])
    })

    it('gives roles a password where a secret is set, and no right beyond their schema', async () => {
      await migrate([{ schema: 'secretive', migrations: [] }], {
        admin: pg.admin,
        roleSecret: 's'.repeat(32),
      })
      const [role] = await pg.sql(
        "SELECT rolpassword LIKE 'SCRAM-SHA-256$%' AS scram, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb FROM pg_authid WHERE rolname = 'balcao_secretive'",
      )
      expect(role).toEqual({
        scram: true,
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
      })
    })

    it('refuses to start on pending migrations, asked by the service itself', async () => {
      const next: MigrationSet = {
        schema: 'notes',
        migrations: [...notes.migrations, { name: '20260903T100000-color-notes', up: 'SELECT 1' }],
      }
      await expect(assertNoPendingMigrations([next], pg.db('notes').server)).rejects.toThrow(
        '20260903T100000-color-notes of notes is pending',
      )
      await assertNoPendingMigrations([notes], pg.db('notes').server)
      await expect(
        assertNoPendingMigrations([{ schema: 'nowhere', migrations: [] }], pg.admin),
      ).rejects.toThrow('of nowhere is pending')
    })

    it('names the migration that fails and keeps nothing of it', async () => {
      const broken: MigrationSet = {
        schema: 'notes',
        migrations: [
          ...notes.migrations,
          { name: '20260902T100000-break', up: 'CREATE TABLE half (id int); SELECT nonsense' },
        ],
      }
      await expect(migrate([broken], { admin: pg.admin })).rejects.toThrow(
        /20260902T100000-break of notes failed/,
      )
      expect(await pg.sql("SELECT to_regclass('notes.half') AS half")).toEqual([{ half: null }])
    })
  })
}
