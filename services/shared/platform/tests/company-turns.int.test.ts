import { groupBy, MINUTE, type ClaimRequest, type Tx } from '@balcao/kernel'
import { CompanyTurns, protectTenantTable, query, rawSql, sql } from '@balcao/platform'
import { killEverywhere, testDatabase, type TestDatabase } from '@balcao/testkit'
import fc from 'fast-check'

/* A queue as the services have them; rows of one chain leave one after the other. */
const createWork = {
  name: '20261126T000000-create-work',
  up: `
    CREATE TABLE work (
      id serial PRIMARY KEY, company_id integer NOT NULL, chain integer NOT NULL, next_try_at timestamptz NOT NULL,
      claimed_until timestamptz, tries integer NOT NULL DEFAULT 0, dead_at timestamptz);
    CREATE INDEX work_turn ON work (company_id, next_try_at, id) WHERE dead_at IS NULL;
    CREATE INDEX work_claimed ON work (company_id, claimed_until) WHERE claimed_until IS NOT NULL;
    CREATE INDEX work_chain ON work (company_id, chain);
    ${protectTenantTable('work')}`,
}

interface Piece {
  id: number
  company_id: number
  chain: number
  tries: number
}

const NOW = new Date('2026-11-26T12:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)
const UNTIL = later(MINUTE)
/* Entries of a claim. A scan reads 20,000. */
const MANY = 500

let pg: TestDatabase

beforeAll(async () => {
  pg = await testDatabase([{ schema: 'desk', migrations: [createWork] }])
})

beforeEach(() => pg.empty('desk.work'))

const newTurns = () =>
  new CompanyTurns({
    name: 'work',
    dueAt: 'next_try_at',
    order: 'id',
    open: sql`dead_at IS NULL`,
    chain: ['chain'],
  })

const asPlatform = <T>(work: (tx: Tx) => Promise<T>) => pg.db('desk').asPlatform(work)

const claim = (turns: CompanyTurns, request: Partial<ClaimRequest> = {}): Promise<Piece[]> =>
  asPlatform(
    async (tx) =>
      (await turns.claim(tx, rawSql('u.id, u.company_id, u.chain, u.tries'), {
        now: NOW,
        until: UNTIL,
        limit: 16,
        perCompany: 4,
        ...request,
      })) as unknown as Piece[],
  )

/* One row each, due in this order, each in a chain of its own unless said. */
const put = (company: number, rows: number, chains = rows) =>
  pg.sql(
    `INSERT INTO desk.work (company_id, chain, next_try_at)
     SELECT $1, n % $3, $4::timestamptz - ($2 - n) * interval '1 ms' FROM generate_series(1, $2) n`,
    [company, rows, chains, NOW],
  )

const finish = (pieces: readonly Piece[]) =>
  pg.sql('DELETE FROM desk.work WHERE id = ANY ($1::int[])', [pieces.map(({ id }) => id)])

const listReady = async (perCompany: number): Promise<number[]> => {
  const rows = await pg.sql<{ company_id: number }>(
    `SELECT DISTINCT company_id FROM desk.work w WHERE claimed_until IS NULL
       AND NOT EXISTS (SELECT 1 FROM desk.work e WHERE e.company_id = w.company_id AND e.chain = w.chain AND e.id < w.id)
       AND $1 > (SELECT count(*) FROM desk.work r WHERE r.company_id = w.company_id AND r.claimed_until > $2)`,
    [perCompany, NOW],
  )
  return rows.map(({ company_id }) => company_id)
}

const countRunning = async (): Promise<number[]> => {
  const rows = await pg.sql<{ n: number }>(
    'SELECT count(*)::int AS n FROM desk.work WHERE claimed_until > $1 GROUP BY company_id',
    [NOW],
  )
  return rows.map(({ n }) => n)
}

const companiesOf = (pieces: readonly Piece[]) => new Set(pieces.map(({ company_id }) => company_id))

describe('due rows of several companies', () => {
  it('are claimed in turn: whatever one has, another waits for one round, and none has more than its share', async () => {
    const backlog = fc.record({
      company: fc.integer({ min: 1, max: 9 }),
      rows: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 12, max: 18 })),
      chains: fc.integer({ min: 3, max: 18 }),
    })
    const property = fc.asyncProperty(
      fc.uniqueArray(backlog, { minLength: 2, maxLength: 7, selector: ({ company }) => company }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.infiniteStream(fc.boolean()),
      async (backlogs, limit, perCompany, ends) => {
        await pg.empty('desk.work')
        for (const { company, rows, chains } of backlogs) await put(company, rows, chains)
        const turns = newTurns()
        const waits = new Map<number, number>()
        let running: Piece[] = []
        for (;;) {
          const ready = await listReady(perCompany)
          const claimed = await claim(turns, { limit, perCompany })
          const served = companiesOf(claimed)
          for (const company of ready) {
            if (served.has(company)) {
              waits.delete(company)
              continue
            }
            // Somebody was served twice while it waited.
            expect(claimed).toHaveLength(limit)
            expect(served.size).toBe(limit)
            waits.set(company, (waits.get(company) ?? 0) + 1)
            expect(waits.get(company)).toBeLessThan(Math.ceil(backlogs.length / limit) + 1)
          }
          running = [...running, ...claimed]
          for (const of of groupBy(running, ({ company_id }) => company_id).values())
            expect(of.length).toBeLessThanOrEqual(perCompany)
          expect(new Set(running.map((piece) => `${piece.company_id}:${piece.chain}`)).size).toBe(
            running.length,
          )
          if (running.length === 0) break
          // The first ends always, so that there is an end.
          const ended = running.filter((_piece, index) => index === 0 || ends.next().value === true)
          running = running.filter((piece) => !ended.includes(piece))
          await finish(ended)
        }
        expect(await pg.sql('SELECT id FROM desk.work')).toEqual([])
      },
    )
    await fc.assert(property, { numRuns: 10 })
  })

  it('are claimed once each, by many at the same time', async () => {
    for (const company of [1, 2, 3]) await put(company, 60, 20)
    const ran: number[] = []
    const work = async () => {
      const turns = newTurns()
      for (;;) {
        const claimed = await claim(turns, { limit: 3 })
        expect(Math.max(0, ...(await countRunning()))).toBeLessThanOrEqual(4)
        if (claimed.length === 0) return
        ran.push(...claimed.map(({ id }) => id))
        await finish(claimed)
      }
    }
    for (;;) {
      await Promise.all(Array.from({ length: 5 }, work))
      if ((await pg.sql('SELECT id FROM desk.work LIMIT 1')).length === 0) break
    }
    expect([ran.length, new Set(ran).size]).toEqual([180, 180])
  })

  it('come back when the process that claimed them was killed, at once or after their claim', async () => {
    await put(1, 3)
    const seen: number[] = []
    await killEverywhere(pg.db('desk'), async (db) => {
      const rows = await db.asPlatform((tx) =>
        newTurns().claim(tx, rawSql('u.id, u.company_id'), {
          now: NOW,
          until: UNTIL,
          limit: 1,
          perCompany: 4,
        }),
      )
      seen.push(Number(rows[0]?.['id']))
    })
    // Killed before and within, nothing was claimed; killed after it, one row is.
    expect(seen).toHaveLength(1)
    const rows = () => pg.sql('SELECT tries, claimed_until FROM desk.work ORDER BY id')
    const [taken, free] = [
      { tries: 1, claimed_until: UNTIL },
      { tries: 0, claimed_until: null },
    ]
    expect(await rows()).toEqual([taken, taken, free])
    expect(await claim(newTurns())).toHaveLength(1)
    expect(await claim(newTurns(), { now: later(MINUTE - 1) })).toEqual([])
    expect(await claim(newTurns(), { now: UNTIL, until: later(2 * MINUTE) })).toHaveLength(3)
  })

  it('have a time at which the first one is due, claimed or not', async () => {
    const findNextDue = (before: Date) => asPlatform((tx) => newTurns().findNextDue(tx, before))
    await put(1, 2)
    await put(2, 1)
    await pg.sql(
      `UPDATE desk.work SET next_try_at = CASE company_id WHEN 1 THEN $1 ELSE $2 END::timestamptz,
        claimed_until = $3, dead_at = CASE WHEN id = (SELECT min(id) FROM desk.work) THEN now() END`,
      [later(20), later(10), UNTIL],
    )
    expect(await findNextDue(later(10))).toBeUndefined()
    expect(await findNextDue(later(11))).toEqual(later(10))
    await pg.sql('DELETE FROM desk.work WHERE company_id = 2')
    expect(await findNextDue(UNTIL)).toEqual(later(20))
  })

  it('are none that are dead, not due, or of a chain that has begun', async () => {
    await put(1, 4, 1)
    await put(2, 2)
    await pg.sql(
      `UPDATE desk.work SET dead_at = now() WHERE id = (SELECT min(id) FROM desk.work WHERE company_id = 2)`,
    )
    await pg.sql(`UPDATE desk.work SET next_try_at = $1 WHERE company_id = 2 AND dead_at IS NULL`, [later(1)])
    expect((await claim(newTurns())).map(({ company_id }) => company_id)).toEqual([1])
    expect((await claim(newTurns(), { now: later(1) })).map(({ company_id }) => company_id)).toEqual([2])
  })

  it('are listed in turn without a claim', async () => {
    for (const company of [1, 2, 3]) await put(company, 5)
    const turns = newTurns()
    const list = async (limit: number, perCompany: number) =>
      (
        await asPlatform((tx) =>
          turns.list<Record<string, unknown> & { company_id: number }>(tx, rawSql('w.company_id'), {
            now: NOW,
            limit,
            perCompany,
          }),
        )
      ).map(({ company_id }) => company_id)
    expect([await list(2, 1), await list(2, 1), await list(4, 2)]).toEqual([
      [1, 2],
      [3, 1],
      [2, 3, 1, 2],
    ])
  })

  const grow = async () => {
    await put(7, 20_000, 10_000)
    for (const company of [3, 8, 9]) await put(company, 2)
  }
  const analyze = () => pg.sql('ANALYZE desk.work')
  const whileSmall = async () => {
    await put(7, 30, 10)
    await analyze()
    await pg.empty('desk.work')
  }
  it.each([
    ['not analyzed', grow],
    ['analyzed', () => grow().then(analyze)],
    ['analyzed while it was small', () => whileSmall().then(grow)],
  ])('are found by few index entries, %s, however many one company has', async (_what, prepare) => {
    await prepare()
    const turns = newTurns()
    const fetched: number[] = []
    // From its fifth use on a prepared statement may have another plan.
    for (let use = 0; use < 7; use += 1) {
      const [claimed, before, after] = await asPlatform(async (tx) => {
        const readCounts = async () => {
          const [counts] = await query<{ scanned: number; fetched: number }>(
            tx,
            sql`SELECT seq_tup_read AS scanned, idx_tup_fetch AS fetched FROM pg_stat_xact_user_tables WHERE relname = 'work'`,
          )
          return counts!
        }
        const first = await readCounts()
        const pieces = await turns.claim(tx, rawSql('u.id, u.company_id'), {
          now: NOW,
          until: UNTIL,
          limit: 16,
          perCompany: 4,
        })
        return [pieces, first, await readCounts()]
      })
      if (use === 0) expect(claimed).toHaveLength(10)
      expect(after.scanned).toBe(before.scanned)
      fetched.push(after.fetched - before.fetched)
      await pg.sql('DELETE FROM desk.work WHERE claimed_until IS NOT NULL AND company_id = 7')
    }
    // Planning may read the ends of an index, at most 100 pages of rows; that is not in every use.
    expect(fetched.filter((count) => count < MANY).length).toBeGreaterThan(4)
  })
})

describe('a claim', () => {
  const end = (piece: Piece) =>
    pg
      .sql<{ claimed_until: Date | null }>('SELECT claimed_until FROM desk.work WHERE id = $1', [piece.id])
      .then(([row]) => row?.claimed_until)
  const renew = (pieces: readonly Piece[], until: Date) =>
    asPlatform((tx) => newTurns().renew(tx, pieces, until))

  it('is prolonged, unless it has ended and another one has its piece', async () => {
    await put(1, 2)
    await put(2, 1)
    const first = await claim(newTurns())
    expect(first).toHaveLength(3)
    const [kept, lost, ended] = first as [Piece, Piece, Piece]
    await finish([ended])
    await pg.sql('UPDATE desk.work SET claimed_until = $2 WHERE id = $1', [lost.id, NOW])
    const [taken] = await claim(newTurns(), { now: later(1), until: later(2 * MINUTE) })
    expect(taken).toMatchObject({ id: lost.id, tries: 2 })
    await renew(first, later(5 * MINUTE))
    expect([await end(kept), await end(lost), await end(ended)]).toEqual([
      later(5 * MINUTE),
      later(2 * MINUTE),
      undefined,
    ])
  })

  it('of a piece that waits again is not prolonged, and one whose row is locked is left alone', async () => {
    await put(1, 2)
    const [waits, locked] = (await claim(newTurns())) as [Piece, Piece]
    await pg.sql('UPDATE desk.work SET claimed_until = NULL WHERE id = $1', [waits.id])
    await asPlatform(async (tx) => {
      await query(tx, sql`SELECT id FROM work WHERE id = ${locked.id} FOR UPDATE`)
      await renew([waits, locked], later(5 * MINUTE))
    })
    expect([await end(waits), await end(locked)]).toEqual([null, UNTIL])
  })
})
