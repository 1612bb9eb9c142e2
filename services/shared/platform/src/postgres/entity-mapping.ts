import type { Pool, PoolClient } from 'pg'
import { DataSource, type EntityManager, type EntitySchema } from 'typeorm'

/** TypeORM internals that a query runner may be given: its connection and its state. */
interface RunnerInside {
  databaseConnection: PoolClient
  isTransactionActive: boolean
  transactionDepth: number
}

/** TypeORM on our own pool and transactions: mapping and query builder, no second set of connections. */
export class EntityMapping {
  private readonly entities = new Set<EntitySchema>()
  private dataSource: DataSource | undefined
  private refreshing: Promise<void> | undefined
  isStale = false

  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
  ) {}

  add(entities: readonly EntitySchema[]): void {
    const known = this.entities.size
    for (const entity of entities) this.entities.add(entity)
    if (this.entities.size > known) this.isStale = true
  }

  refresh(): Promise<void> {
    return (this.refreshing ??= this.build().finally(() => (this.refreshing = undefined)))
  }

  managerOn(client: PoolClient): EntityManager {
    if (!this.dataSource)
      throw new Error(`No entities are mapped in schema ${this.schema}: call mapEntities first`)
    const runner = this.dataSource.createQueryRunner()
    const inside = runner as unknown as RunnerInside
    inside.databaseConnection = client
    inside.isTransactionActive = true
    inside.transactionDepth = 1
    return runner.manager
  }

  private async build(): Promise<void> {
    const dataSource = dataSourceOn(this.pool, this.schema, [...this.entities])
    const size = this.entities.size
    await dataSource.initialize()
    this.dataSource = dataSource
    this.isStale = this.entities.size > size
  }
}

/** A TypeORM data source on the given pool. Never destroy it: the pool is not its own. */
export function dataSourceOn(pool: Pool, schema: string, entities: EntitySchema[]): DataSource {
  function SharedPool(): Pool {
    return pool
  }
  return new DataSource({
    type: 'postgres',
    driver: { Pool: SharedPool },
    schema,
    entities,
    installExtensions: false,
    synchronize: false,
    logging: false,
  })
}
