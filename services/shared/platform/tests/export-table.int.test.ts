import { companyId, type CompanyId } from '@balcao/contracts'
import { exportTable, protectTenantTable } from '@balcao/platform'
import { testDatabase, testPorts, type TestDatabase } from '@balcao/testkit'

const [ACME, BETA] = [companyId(1), companyId(2)]
const TABLES = ['letters', 'lines', 'names']

/* Letters as messages have their keys, lines with a text in theirs, names with nothing but texts beside the company. */
const createTables = {
  name: '20261126T000000-create-tables',
  up: `
    CREATE TABLE letters (id serial PRIMARY KEY, company_id integer NOT NULL, thread integer NOT NULL, seq integer NOT NULL,
      api_token text NOT NULL DEFAULT 'secret', UNIQUE (company_id, thread, seq));
    CREATE TABLE lines (id serial PRIMARY KEY, company_id integer NOT NULL, list integer NOT NULL, word text NOT NULL,
      UNIQUE (company_id, list, word));
    CREATE TABLE names (id serial PRIMARY KEY, company_id integer NOT NULL, name_key text NOT NULL, UNIQUE (company_id, name_key));
    ${TABLES.map(protectTenantTable).join('')}`,
}

const ROWS = 1_203
const PAGE = 100

let pg: TestDatabase

beforeAll(async () => {
  pg = await testDatabase([{ schema: 'desk', migrations: [createTables] }])
  for (const company of [ACME, BETA])
    await pg.sql(`
      WITH l AS (INSERT INTO desk.letters (company_id, thread, seq) SELECT ${company}, i % 7, i FROM generate_series(1, ${ROWS}) i),
        w AS (INSERT INTO desk.lines (company_id, list, word) SELECT ${company}, i % 7, 'w' || i FROM generate_series(1, ${ROWS}) i)
      INSERT INTO desk.names (company_id, name_key) SELECT ${company}, 'n' || i FROM generate_series(1, ${ROWS}) i`)
  await pg.sql('ANALYZE desk.letters, desk.lines, desk.names')
})

type Row = Record<string, unknown>

async function readAll(table: string, company: CompanyId): Promise<{ rows: Row[]; pages: number }> {
  const part = exportTable(testPorts(pg, 'desk').db, table, { size: PAGE })
  const rows: Row[] = []
  let pages = 0
  for (let after = ''; pages === 0 || after !== ''; pages += 1) {
    const page = await part.read(company, after)
    rows.push(...page.lines.map((line) => JSON.parse(line) as Row))
    after = page.next
  }
  return { rows, pages }
}

describe('the export of a table', () => {
  it.each(TABLES)('has every row of %s once, of one company, page by page', async (table) => {
    const { rows, pages } = await readAll(table, ACME)
    expect(pages).toBe(Math.ceil(ROWS / PAGE))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(ROWS)
    expect(new Set(rows.map((row) => row.company_id))).toEqual(new Set([ACME]))
    expect(rows.filter((row) => 'api_token' in row)).toEqual([])
  })

  it.each([
    ['letters', (row: Row) => [row.thread, row.seq]],
    ['lines', (row: Row) => [row.list, row.word]],
    ['names', (row: Row) => [row.id]],
  ])(
    'follows a key of %s that begins with the company and has ids, else the primary one',
    async (table, key) => {
      const keys = (await readAll(table, BETA)).rows.map(key)
      const compare = (left: unknown[], right: unknown[]): number => {
        const at = left.findIndex((part, index) => part !== right[index])
        return at < 0 ? 0 : (left[at] as number) < (right[at] as number) ? -1 : 1
      }
      expect(keys).toEqual([...keys].sort(compare))
    },
  )
})
