import { DataSource, QueryResult, type MigrationInterface, type QueryRunner } from 'typeorm'
import { EntitySchemaTransformer } from 'typeorm/entity-schema/EntitySchemaTransformer.js'
import { EntityMetadataBuilder } from 'typeorm/metadata-builder/EntityMetadataBuilder.js'
import type { QueryResult as PgResult } from 'pg'

import type { AnyEntity } from './entity'
import { rowSubscriber } from './row-subscriber'

export interface DataSourceParts {
  schema?: string
  entities?: readonly AnyEntity[]
  migrations?: readonly MigrationInterface[]
}

/**
 * TypeORM's DataSource without connections: statements go through a query runner of `runOn`. Its metadata is built here and
 * not by `initialize`, which connects.
 */
export function buildDataSource({ schema, entities = [], migrations = [] }: DataSourceParts): DataSource {
  const dataSource = new DataSource({
    type: 'postgres',
    // Nothing can connect with it.
    driver: {},
    ...(schema === undefined ? {} : { schema }),
    installExtensions: false,
    synchronize: false,
    // Silent, unless DEBUG is set: failures are thrown.
    logger: 'debug',
    // A condition whose value is missing would find the rows of every company.
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
  })
  const metadatas = new EntityMetadataBuilder(
    dataSource,
    new EntitySchemaTransformer().transform([...entities]),
  ).build()
  const byName = new Map(metadatas.map((metadata) => [metadata.name, metadata]))
  const byEntity = entities.map((entity) => [entity, byName.get(entity.options.name)] as const)
  return Object.assign(dataSource, {
    entityMetadatas: metadatas,
    entityMetadatasMap: new Map<unknown, unknown>([...byName, ...byEntity]),
    subscribers: [rowSubscriber(entities)],
    migrations,
  })
}

type Send = (text: string, values: unknown[]) => Promise<PgResult>

/* The last of TypeORM's answers: for UPDATE and DELETE it expects the rows and their number. */
const rawAnswer = ({ command, rows, rowCount }: PgResult): unknown =>
  command === 'UPDATE' || command === 'DELETE' ? [rows, rowCount] : rows

/** A query runner whose statements `send` sends. Errors stay pg's: TypeORM's have the statement's values in them. */
export function runOn(dataSource: DataSource, send: Send): QueryRunner {
  const query = async (text: string, values: unknown[] = [], isStructured = false): Promise<unknown> => {
    const answer = await send(text, values)
    if (!isStructured) return rawAnswer(answer)
    const result = new QueryResult()
    result.records = answer.rows as unknown[]
    if (answer.rowCount !== null) result.affected = answer.rowCount
    result.raw = rawAnswer(answer)
    return result
  }
  return Object.assign(dataSource.createQueryRunner(), { query: query as QueryRunner['query'] })
}
