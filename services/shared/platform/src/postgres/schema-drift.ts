import { Pool } from 'pg'
import type { EntitySchema } from 'typeorm'

import { dataSourceOn } from './entity-mapping'
import { directServerOf, type PostgresServer } from './postgres-server'

/**
 * The schema changes that TypeORM would make for the mapped entities: empty when migrations and mapping agree.
 * Only mapped tables are compared, so indexes of a mapped table must be mapped too (or `synchronize: false`).
 */
export async function findSchemaDrift(
  admin: PostgresServer,
  schema: string,
  entities: readonly EntitySchema[],
): Promise<string[]> {
  const pool = new Pool({ ...directServerOf(admin), max: 2, options: `-c search_path=${schema}` })
  try {
    const dataSource = dataSourceOn(pool, schema, [...entities])
    await dataSource.initialize()
    const log = await dataSource.driver.createSchemaBuilder().log()
    return log.upQueries.map((change) => change.query)
  } finally {
    await pool.end()
  }
}
