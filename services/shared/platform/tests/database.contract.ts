import { companyId } from '@balcao/contracts'
import { AppError, type MigrationSet, type Tx } from '@balcao/kernel'
import {
  assertNoPendingMigrations,
  column,
  entityOf,
  execute,
  executeLast,
  executeOneUnawaited,
  executeUnawaited,
  findTableDrift,
  fixed,
  generated,
  insertRow,
  migrate,
  noSql,
  orNullGroup,
  orUndefined,
  protectTenantTable,
  query,
  queryLast,
  repositoriesOf,
  saveRow,
  sql,
  type Sql,
  tableOf,
  updateRows,
} from '@balcao/platform'
import { testDatabase, type TestDatabase } from '@balcao/testkit'

interface Note {
  id: number
  companyId: number
  body: string
}

const id = generated(column.bigint('id'))
const company = fixed(column.int('company_id'))
const body = column.text('body')
const note = entityOf<Note>()('notes', { id, companyId: company, body }, { unmapped: ['seen_at'] })
const noteTable = tableOf(note)

interface Shelf {
  id: number
  companyId: number
  label: string
  newest: { isbn: string; pages: number } | null
}

const isbn = column.text('newest_isbn')
const newest = orNullGroup({ isbn, pages: column.int('newest_pages') }, 'isbn', { pages: 0 })
const shelf = entityOf<Shelf>()(
  'shelves',
  { id, companyId: company, label: column.text('label'), newest },
  { derived: { label_key: { type: 'text', from: ({ label }) => label.toLowerCase() } } },
)
const shelfTable = tableOf(shelf)

interface Label {
  id: number
  companyId: number
  text: string
  color?: string | undefined
}

const color = orUndefined(column.text('color'))
const label = entityOf<Label>()('labels', { id, companyId: company, text: column.text('text'), color })
const repositoryOf = repositoriesOf([note, shelf, label])

const notes: MigrationSet = {
  schema: 'notes',
  migrations: [
    {
      name: '20260901T100000-create-notes',
      up: `CREATE TABLE notes (id bigserial PRIMARY KEY, company_id integer NOT NULL, body text NOT NULL, seen_at timestamptz NOT NULL DEFAULT now());
        ${protectTenantTable('notes')}
        CREATE TABLE shelves (id bigserial PRIMARY KEY, company_id integer NOT NULL, label text NOT NULL, label_key text NOT NULL,
          newest_isbn text, newest_pages integer NOT NULL);
        ${protectTenantTable('shelves')}
        CREATE TABLE labels (id bigserial PRIMARY KEY, company_id integer NOT NULL, text text NOT NULL, color text);
        ${protectTenantTable('labels')}`,
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

    it('writes nothing outside a transaction', async () => {
      const outside = pg.db('notes').withTenant(acme, async (tx) => {
        await execute(tx, 'COMMIT')
        return execute(tx, 'INSERT INTO notes (company_id, body) VALUES ($1, $2)', [acme, 'x'])
      })
      await expect(outside).rejects.toThrow(/takes no writes|row-level security|does not exist/)
      expect(await bodies(acme)).toEqual([])
    })

    it('ends with the last statement that reads, and takes no further one', async () => {
      await add(acme, 'ours')
      await add(beta, 'theirs')
      const late: Promise<unknown>[] = []
      const rows = await pg.db('notes').withTenant(acme, async (tx) => {
        const read = await queryLast<{ body: string }>(tx, sql`SELECT body FROM notes`)
        late.push(execute(tx, 'DELETE FROM notes').catch((error: Error) => error.message))
        return read
      })
      expect(rows).toEqual([{ body: 'ours' }])
      expect(await Promise.all(late)).toEqual(['The transaction is over'])
      expect(await bodies(acme)).toEqual(['ours'])
    })

    it('passes on the error of a last statement, and the connection is used again', async () => {
      const failing = pg.db('notes').withTenant(acme, (tx) => queryLast(tx, sql`SELECT 1 / 0`))
      await expect(failing).rejects.toThrow(/division by zero/)
      await add(acme, 'after')
      expect(await bodies(acme)).toEqual(['after'])
    })

    it('commits what was written before a last statement', async () => {
      await pg.db('notes').withTenant(acme, async (tx) => {
        await execute(tx, 'INSERT INTO notes (company_id, body) VALUES ($1, $2)', [acme, 'kept'])
        return queryLast(tx, sql`SELECT 1`)
      })
      expect(await bodies(acme)).toEqual(['kept'])
    })

    const insert = (body: string) => sql`INSERT INTO notes (company_id, body) VALUES (${acme}, ${body})`

    it('runs statements that were sent together one after the other', async () => {
      const seen = await pg
        .db('notes')
        .withTenant(acme, (tx) =>
          Promise.all([
            execute(tx, insert('one')),
            query(tx, sql`SELECT body FROM notes ORDER BY id`),
            execute(tx, insert('two')),
            query(tx, sql`SELECT body FROM notes ORDER BY id`),
          ]),
        )
      expect(seen).toEqual([1, [{ body: 'one' }], 1, [{ body: 'one' }, { body: 'two' }]])
    })

    it('commits what nothing waited for', async () => {
      await pg.db('notes').withTenant(acme, async (tx) => executeUnawaited(tx, insert('unawaited')))
      const touched = await pg.db('notes').withTenant(acme, (tx) => executeLast(tx, insert('last')))
      expect([touched, await bodies(acme)]).toEqual([1, ['unawaited', 'last']])
    })

    it('fails with the error of a statement that nothing waited for, and keeps nothing', async () => {
      const divide = sql`INSERT INTO notes (company_id, body) SELECT ${acme}, 1 / 0`
      const after = { nothing: async () => undefined, more: execute, last: executeLast }
      for (const follow of Object.values(after)) {
        const failing = pg.db('notes').withTenant(acme, async (tx) => {
          await execute(tx, insert('before'))
          executeUnawaited(tx, divide)
          await follow(tx, insert('after'))
        })
        await expect(failing).rejects.toThrow(/division by zero/)
      }
      expect(await bodies(acme)).toEqual([])
    })

    it('fails where a statement that must touch a row touched none, and keeps nothing', async () => {
      const change = (tx: Tx, body: string) =>
        executeOneUnawaited(
          tx,
          sql`changed AS (UPDATE notes SET body = 'changed' WHERE body = ${body} RETURNING id)`,
          'changed',
          () => new Error('no such note'),
        )
      await add(acme, 'a')
      const after = { nothing: async () => undefined, more: execute, last: executeLast }
      for (const follow of Object.values(after)) {
        const failing = pg.db('notes').withTenant(acme, async (tx) => {
          change(tx, 'missing')
          await follow(tx, insert('after'))
        })
        await expect(failing).rejects.toThrow('no such note')
      }
      await add(beta, 'of another company')
      await expect(
        pg.db('notes').withTenant(acme, async (tx) => change(tx, 'of another company')),
      ).rejects.toThrow('no such note')
      await pg.db('notes').withTenant(acme, async (tx) => change(tx, 'a'))
      expect([await bodies(acme), await bodies(beta)]).toEqual([['changed'], ['of another company']])
    })

    it('repeats the work when a statement that nothing waited for met a deadlock', async () => {
      let tries = 0
      await pg.db('notes').withTenant(acme, async (tx) => {
        tries += 1
        if (tries === 1) executeUnawaited(tx, `DO $$ BEGIN RAISE EXCEPTION SQLSTATE '40P01'; END $$`)
        await execute(tx, insert('again'))
      })
      expect([tries, await bodies(acme)]).toEqual([2, ['again']])
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

    it('inserts, finds and updates the rows of a map', async () => {
      const found = await pg.db('notes').withTenant(acme, async (tx) => {
        const inserted = await noteTable.insert(tx, { companyId: acme, body: 'mapped' })
        const touched = await noteTable.update(tx, { body: 'changed' }, sql`WHERE company_id = ${acme}`)
        return { inserted, touched, all: await noteTable.find(tx, sql`WHERE company_id = ${acme}`) }
      })
      const inserted = { id: expect.any(Number), companyId: acme, body: 'mapped' }
      expect(found).toEqual({ inserted, touched: 1, all: [{ ...found.inserted, body: 'changed' }] })
    })

    describe('in repositories', () => {
      const acmeNote = { companyId: acme, body: 'mapped' }

      it('inserts, finds, updates and deletes rows, beside SQL in the same transaction', async () => {
        const seen = await pg.db('notes').withTenant(acme, async (tx) => {
          const repository = repositoryOf(tx, note)
          const inserted = await insertRow(repository, acmeNote)
          const { affected } = await repository.update(
            { companyId: acme, id: inserted.id },
            { body: 'changed' },
          )
          const all = await noteTable.find(tx, sql`WHERE company_id = ${acme}`)
          const found = await repository.findOneBy({ companyId: acme, id: inserted.id })
          await repository.delete({ companyId: acme, id: inserted.id })
          return { inserted, affected, all, found, left: await repository.countBy({ companyId: acme }) }
        })
        const inserted = { id: expect.any(Number), ...acmeNote }
        const changed = { ...seen.inserted, body: 'changed' }
        expect(seen).toEqual({ inserted, affected: 1, all: [changed], found: changed, left: 0 })
        expect(acmeNote).toEqual({ companyId: acme, body: 'mapped' })
      })

      it("do not find, change or delete another company's row, even without a condition", async () => {
        await add(beta, 'of beta')
        const touched = await pg.db('notes').withTenant(acme, async (tx) => {
          const repository = repositoryOf(tx, note)
          const found = await repository.find()
          const built = await repository
            .createQueryBuilder('n')
            .where('n.body = :body', { body: 'of beta' })
            .getMany()
          const updated = await repository.update({ body: 'of beta' }, { body: 'taken' })
          const deleted = await repository.delete({ body: 'of beta' })
          return [found, built, updated.affected, deleted.affected]
        })
        expect(touched).toEqual([[], [], 0, 0])
        expect(await bodies(beta)).toEqual(['of beta'])
      })

      it('refuse a row for another company', async () => {
        const work = pg
          .db('notes')
          .withTenant(acme, (tx) =>
            insertRow(repositoryOf(tx, note), { companyId: beta, body: 'slipped in' }),
          )
        await expect(work).rejects.toMatchObject({ code: '42501' })
        expect(await bodies(beta)).toEqual([])
      })

      it('keep nothing of a transaction that throws, and fail with the error of pg, which has no values', async () => {
        const work = pg.db('notes').withTenant(acme, async (tx) => {
          await insertRow(repositoryOf(tx, note), acmeNote)
          await repositoryOf(tx, note).insert({ companyId: acme, body: null as never })
        })
        const error: unknown = await work.catch((caught: unknown) => caught)
        expect(error).toMatchObject({ code: '23502' })
        expect(Object.keys(error as object)).not.toContain('parameters')
        expect(await bodies(acme)).toEqual([])
      })

      it('refuse conditions whose value is missing, transactions of their own and one that is over', async () => {
        let late: Tx | undefined
        await pg.db('notes').withTenant(acme, async (tx) => {
          late = tx
          const repository = repositoryOf(tx, note)
          await expect(repository.findOneBy({ companyId: undefined as never })).rejects.toThrow(/undefined/)
          await expect(repository.manager.transaction(() => Promise.resolve())).rejects.toThrow(TypeError)
          await expect(repository.manager.queryRunner?.commitTransaction()).rejects.toThrow(TypeError)
        })
        await expect(repositoryOf(late as Tx, note).find()).rejects.toThrow(/over/)
      })

      it('write NULL for what is undefined, and for what a whole object lacks', async () => {
        const stored = await pg.db('notes').withTenant(acme, async (tx) => {
          const repository = repositoryOf(tx, label)
          const full = await insertRow(repository, { companyId: acme, text: 'a', color: 'red' })
          const where = { companyId: acme, id: full.id }
          await updateRows(repository, where, { color: undefined })
          const updated = await repository.findOneByOrFail(where)
          await updateRows(repository, where, { color: 'blue' })
          await saveRow(repository, where, { text: 'b' })
          return [full, updated, await repository.findOneByOrFail(where)]
        })
        const id = stored[0]?.id
        expect(stored).toEqual([
          { id, companyId: acme, text: 'a', color: 'red' },
          { id, companyId: acme, text: 'a', color: undefined },
          { id, companyId: acme, text: 'b', color: undefined },
        ])
      })

      it('write computed columns and groups that may be null', async () => {
        const stored = await pg.db('notes').withTenant(acme, async (tx) => {
          const repository = repositoryOf(tx, shelf)
          const empty = await insertRow(repository, { companyId: acme, label: 'Poesia', newest: null })
          const newest = { isbn: '978', pages: 80 }
          await repository.update({ companyId: acme, id: empty.id }, { ...empty, label: 'Prosa', newest })
          const full = await repository.findOneByOrFail({ companyId: acme, id: empty.id })
          const [row] = await query(tx, 'SELECT label_key, newest_pages FROM shelves')
          await repository.update({ companyId: acme, id: empty.id }, { ...full, newest: null })
          const again = await repository.findOneByOrFail({ companyId: acme, id: empty.id })
          return { empty, full, row, again, mapped: await shelfTable.find(tx, noSql) }
        })
        const { id } = stored.empty
        const prose = { id, companyId: acme, label: 'Prosa', newest: null }
        expect(stored).toEqual({
          empty: { ...prose, label: 'Poesia' },
          full: { ...prose, newest: { isbn: '978', pages: 80 } },
          row: { label_key: 'prosa', newest_pages: 80 },
          again: prose,
          mapped: [prose],
        })
      })

      it('refuse changes that lack what a computed column is computed from', async () => {
        const stored = await pg.db('notes').withTenant(acme, async (tx) => {
          const repository = repositoryOf(tx, shelf)
          const { id } = await insertRow(repository, { companyId: acme, label: 'Contos', newest: null })
          const part = { newest: { isbn: '979', pages: 90 } }
          await expect(updateRows(repository, { companyId: acme, id }, part)).rejects.toThrow(/label/)
          await updateRows(repository, { companyId: acme, id }, { label: 'Crônicas', ...part })
          return query(tx, 'SELECT label_key, newest_pages FROM shelves WHERE id = $1', [id])
        })
        expect(stored).toEqual([{ label_key: 'crônicas', newest_pages: 90 }])
      })
    })

    it('keeps nothing of a transaction that throws', async () => {
      const work = pg.db('notes').withTenant(acme, async (tx) => {
        await noteTable.insert(tx, { companyId: acme, body: 'gone' })
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

    it('takes a write that met a replica to another connection, and is unavailable where there are only replicas', async () => {
      let attempts = 0
      const write = (replicas: number) => {
        attempts = 0
        return pg.db('notes').withTenant(acme, async (tx) => {
          attempts += 1
          // As a server that was the primary and follows another one now.
          if (attempts <= replicas) await execute(tx, 'SET LOCAL transaction_read_only = on')
          executeUnawaited(
            tx,
            sql`INSERT INTO notes (company_id, body) VALUES (${acme}, ${`after ${replicas}`})`,
          )
          return (await queryLast<{ id: number }>(tx, sql`SELECT 1 AS id`)).length
        })
      }
      expect(await write(3)).toBe(1)
      expect(attempts).toBe(4)
      const [written] = await pg.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM notes.notes WHERE body = 'after 3'`,
      )
      expect(written?.count).toBe(1)
      await expect(write(Infinity)).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
      expect(attempts).toBeGreaterThan(4)
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

    it('refuses a number that its column cannot hold; a sum that is too large is a bug', async () => {
      const asked = (statement: Sql) => pg.db('notes').withTenant(acme, (tx) => query(tx, statement))
      await expect(asked(sql`SELECT 1 FROM notes WHERE company_id = ${3_000_000_000}`)).rejects.toMatchObject(
        {
          code: 'ERR_VALIDATION',
        },
      )
      await expect(asked(sql`SELECT 2147483647 + ${1}::int`)).rejects.toMatchObject({ code: '22003' })
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

    it('tells columns that only a map or only the table has', async () => {
      const drift = (entity: Parameters<typeof findTableDrift>[1]) =>
        pg.db('notes').asPlatform((tx) => findTableDrift(tx, entity))
      expect(await drift(note)).toEqual([])
      expect(await drift(shelf)).toEqual([])
      const other = entityOf<{ id: number; body: string; color: string }>()(
        'notes',
        { id: column.int('id'), body, color: column.text('color') },
        { primary: ['id', 'body'] },
      )
      expect((await drift(other)).sort()).toEqual([
        '+ color text NOT NULL',
        '+ id int4 NOT NULL',
        '+ primary key body, id',
        '- company_id int4 NOT NULL',
        '- id int8 NOT NULL',
        '- primary key id',
        '- seen_at timestamptz NOT NULL',
      ])
    })

    it('migrates once, however many processes start together', async () => {
      await Promise.all([1, 2, 3].map(() => migrate([notes], { admin: pg.admin })))
      expect(
        await pg.sql("SELECT count(*)::int AS times FROM notes.migrations WHERE name LIKE '%create-notes'"),
      ).toEqual([{ times: 1 }])
    })

    it('goes on where an older version ended, and a second run changes nothing', async () => {
      const older = {
        schema: 'growing',
        migrations: [{ name: '1-first', up: 'CREATE TABLE first (id int)' }],
      }
      const second = { name: '2-second', up: 'ALTER TABLE first ADD COLUMN name text' }
      const newer = { schema: 'growing', migrations: [...older.migrations, second] }
      const applied = () =>
        pg.sql<{ name: string; xmin: string }>('SELECT name, xmin FROM growing.migrations ORDER BY name')
      await migrate([older], { admin: pg.admin })
      const before = await applied()
      const log: string[] = []
      await migrate([newer], { admin: pg.admin, log: (line) => log.push(line) })
      const after = await applied()
      await migrate([newer], { admin: pg.admin, log: (line) => log.push(line) })
      expect(log).toEqual(['growing: 2-second'])
      expect(after).toEqual(expect.arrayContaining(before))
      expect(after).toHaveLength(before.length + 1)
      expect(await applied()).toEqual(after)
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
