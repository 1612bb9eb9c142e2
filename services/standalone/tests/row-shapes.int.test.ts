import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { testDatabase } from '@balcao/testkit'
import { Client, type FieldDef } from 'pg'

import { describeStatement } from './support/described-statement'
import { listRowShapes, type RowShape } from './support/row-shapes'
import { openProgram } from './support/source-program'
import { createUnconnectedServices } from './support/unconnected-services'

/*
 * The rows that `query<Row>` declares are compared with what Postgres would answer to the statement beside it: names and
 * types of columns. Whether a column may be null is not compared: Postgres does not say it.
 */

const root = path.join(__dirname, '../../..')

/* Statements whose text only a run knows, by file: a table, a list of columns or the whole is given by who calls. */
const NOT_READ: Readonly<Record<string, number>> = {
  'services/billing/src/adapters/postgres/pg-invoice-store.ts': 1,
  'services/campaigns/src/adapters/postgres/pg-schedule-store.ts': 1,
  'services/messaging-gateway/src/adapters/postgres/pg-erasure-store.ts': 1,
  'services/messaging-gateway/src/adapters/postgres/pg-follow-up-store.ts': 1,
  'services/shared/platform/src/companies/export-table.ts': 1,
  'services/shared/platform/src/host/schema-metrics.ts': 1,
  'services/shared/platform/src/postgres/company-turns.ts': 4,
  'services/shared/platform/src/postgres/partitions.ts': 1,
  'services/tickets/src/adapters/postgres/company-rows.ts': 1,
  'services/tickets/src/adapters/postgres/pg-ticket-page.ts': 1,
  'services/tickets/src/adapters/postgres/pg-ticket-search.ts': 1,
  'services/tickets/src/adapters/postgres/pg-timer-store.ts': 1,
}

const ofType = (type: string): string | undefined => {
  if (type.startsWith('_')) return 'array'
  if (/^(int[248]|float8)$/.test(type)) return 'number'
  if (type === 'timestamptz') return 'Date'
  if (type === 'bool') return 'boolean'
  if (type === 'bytea') return 'Uint8Array'
  return /^jsonb?$/.test(type) ? undefined : 'string'
}

const services = createUnconnectedServices().map(({ name, migrations }) => ({ name, migrations }))
const places = [
  ...services.map(({ name, migrations }) => ({ folder: `services/${name}/src`, schema: migrations.schema })),
  // Its tables are in every schema.
  { folder: 'services/shared/platform/src', schema: 'tickets' },
]
const listFiles = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(root, folder, file))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /\bquery(Last|Unawaited)?</.test(readFileSync(file, 'utf8')))

describe('the rows that are declared beside statements', () => {
  let client: Client
  let typeNames: ReadonlyMap<number, string>

  beforeAll(async () => {
    const { admin } = await testDatabase(services.map(({ migrations }) => migrations))
    client = new Client({ ...admin })
    await client.connect()
    const { rows } = await client.query<{ oid: number; typname: string }>('SELECT oid, typname FROM pg_type')
    typeNames = new Map(rows.map(({ oid, typname }) => [oid, typname]))
  })

  afterAll(() => client.end())

  /* The first of the texts that Postgres understands and that answers rows. */
  async function describeTexts(texts: Iterable<string>): Promise<FieldDef[] | undefined> {
    for (const text of texts) {
      const fields = await describeStatement(client, text).catch(() => [])
      if (fields.length > 0) return fields
    }
    return undefined
  }

  function findFaults({ file, line, columns }: RowShape, fields: readonly FieldDef[]): string[] {
    const at = `${path.relative(root, file)}:${line}`
    const real = new Map(fields.map(({ name, dataTypeID }) => [name, typeNames.get(dataTypeID) ?? '']))
    return Object.entries(columns).flatMap(([name, kinds]) => {
      const type = real.get(name)
      if (type === undefined) return [`${at} ${name} is not selected`]
      const kind = ofType(type)
      const wrong = kind && kinds.filter((own) => own !== kind && own !== 'unknown')
      return wrong && wrong.length > 0 ? [`${at} ${name} is ${type}, not ${wrong.join(', ')}`] : []
    })
  }

  it('have the columns that Postgres answers', async () => {
    const program = openProgram(
      root,
      places.flatMap(({ folder }) => listFiles(folder)),
    )
    const faults: string[] = []
    const notRead: Record<string, number> = {}
    let read = 0
    for (const { folder, schema } of places) {
      await client.query(`SET search_path TO ${schema}`)
      for (const shape of listRowShapes(program, listFiles(folder))) {
        const fields = await describeTexts(shape.texts)
        const name = path.relative(root, shape.file)
        if (fields) faults.push(...findFaults(shape, fields))
        else notRead[name] = (notRead[name] ?? 0) + 1
        if (fields) read += 1
      }
    }
    expect(faults).toEqual([])
    expect(notRead).toEqual(NOT_READ)
    expect(read).toBeGreaterThan(150)
  })
})
