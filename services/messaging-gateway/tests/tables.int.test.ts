import { findTableDrift } from '@balcao/platform'
import { testDatabase, testPorts, type TestDatabase } from '@balcao/testkit'

import { tables } from '../src/adapters/postgres/tables'
import { messagingGatewayMigrations } from '../src/migrations'
import { SCHEMA } from './support'

describe('the gateway’s schema', () => {
  let pg: TestDatabase

  beforeAll(async () => {
    pg = await testDatabase([messagingGatewayMigrations])
  })

  afterAll(() => pg.close())

  it.each(tables.map((table) => [table.name, table] as const))(
    'has %s as its map says',
    async (_name, table) => {
      const { db } = testPorts(pg, SCHEMA)
      expect(await db.asPlatform((tx) => findTableDrift(tx, table.entity))).toEqual([])
    },
  )
})
