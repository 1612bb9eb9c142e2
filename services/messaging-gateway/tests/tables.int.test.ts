import { findTableDrift } from '@balcao/platform'
import { testDatabase, testPorts, type TestDatabase } from '@balcao/testkit'

import { entities } from '../src/adapters/postgres/tables'
import { messagingGatewayMigrations } from '../src/migrations'
import { SCHEMA } from './support'

describe('the gateway’s schema', () => {
  let pg: TestDatabase

  beforeAll(async () => {
    pg = await testDatabase([messagingGatewayMigrations])
  })

  afterAll(() => pg.close())

  it.each(entities.map((entity) => [entity.options.name, entity] as const))(
    'has %s as its map says',
    async (_name, entity) => {
      const { db } = testPorts(pg, SCHEMA)
      expect(await db.asPlatform((tx) => findTableDrift(tx, entity))).toEqual([])
    },
  )
})
