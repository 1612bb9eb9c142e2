import { testDatabase, type TestDatabase } from '@balcao/testkit'
import { Client } from 'pg'

import { FETCH, MARK, PLANNER } from '../src/events/outbox-statements'

/* A relay's statements on a table that holds many sent rows; `bench/relay.mjs` measures them on ten millions. */
const SENT = 20_000
const UNSENT = 2_000

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/* Of a partition that was there before it, and of later ones. */
const INDEX = /^outbox_\w+_(outbox_unsent_of_companies|shard_company_id_seq_idx)$/

const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)]

let pg: TestDatabase
let client: Client

beforeAll(async () => {
  pg = await testDatabase([{ schema: 'desk', migrations: [] }])
  client = new Client({
    ...pg.db('desk').server,
    options: `-c search_path=desk -c app.scope=platform ${PLANNER}`,
  })
  await client.connect()
  pg.onClose(() => client.end())
  await client.query(`PREPARE fetch_rows (smallint[], bigint[], int[], int[], text[], int) AS ${FETCH}`)
  await client.query(`PREPARE mark_rows (smallint[], int[], bigint[], timestamptz[]) AS ${MARK}`)
})

const explain = async (call: string): Promise<Plan[]> => {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${call}`,
  )
  const [answer] = rows
  if (!answer) throw new Error('no plan')
  return listNodes(answer['QUERY PLAN'][0].Plan).filter((node) =>
    node['Relation Name']?.startsWith('outbox_'),
  )
}

const insert = (count: number, sent: boolean) =>
  pg.sql(
    `INSERT INTO desk.outbox (id, company_id, ordering_key, shard, topic, type, body, sent)
     SELECT gen_random_uuid(), 1 + n / 8 % 3, 'k' || n % 100, n % 8, 'none', 'none', '{}', $2 FROM generate_series(1, $1) n`,
    [count, sent],
  )

const FETCH_CALL = `fetch_rows('{0,1,2,3,4,5,6,7}', '{1,2,3}', '{}', '{1}', '{k1}', 64)`

it.each([
  ['that is empty', () => Promise.resolve()],
  ['with many sent rows', async () => void (await insert(SENT, true))],
  ['with unsent rows behind them, not analyzed', async () => void (await insert(UNSENT, false))],
  ['that is analyzed', async () => void (await pg.sql('ANALYZE desk.outbox'))],
])(
  'a relay reads an outbox %s by one probe a company of a shard into the index of unsent rows',
  async (_what, prepare) => {
    await prepare()
    const scans = await explain(FETCH_CALL)
    expect(scans.length).toBeGreaterThan(2)
    for (const scan of scans) {
      expect(scan['Node Type']).toBe('Index Scan')
      expect(scan['Index Name']).toMatch(INDEX)
      expect(scan['Index Cond']).toMatch(/shard = (held|found(_1)?)\./)
      // Of a company that is looked for, its first row.
      if (!scan['Index Cond']?.includes('company_id =')) expect(scan['Actual Rows']).toBeLessThanOrEqual(1)
      // k1 is left out: an eighth of 64 rows a shard at most.
      expect(scan['Rows Removed by Filter'] ?? 0).toBeLessThan(64)
    }
  },
)

it('a relay marks rows by the same index, in their own partition', async () => {
  const { rows } = await client.query<{ shard: number; company: number; seq: string; at: string }>(
    'SELECT shard, company_id AS company, seq, created_at::text AS at FROM desk.outbox WHERE NOT sent ORDER BY seq LIMIT 50',
  )
  const list = (values: readonly (string | number)[]) => `'{${values.map((value) => `"${value}"`).join()}}'`
  const call = `mark_rows(${list(rows.map(({ shard }) => shard))}, ${list(rows.map(({ company }) => company))}, ${list(rows.map(({ seq }) => seq))}, ${list(rows.map(({ at }) => at))})`
  const scans = (await explain(call)).filter((node) => node['Node Type'] !== 'ModifyTable')
  expect(new Set(scans.map((scan) => scan['Node Type']))).toEqual(new Set(['Index Scan']))
  for (const scan of scans) expect(scan['Index Cond']).toMatch(/shard = .*company_id = .*seq = /)
  expect(await pg.sql(`SELECT count(*)::int AS n FROM desk.outbox WHERE NOT sent`)).toEqual([
    { n: UNSENT - 50 },
  ])
})
