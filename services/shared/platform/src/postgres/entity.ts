// The file alone: the package takes 0.25 s to load, and most tests of rules and routes need nothing else of it.
import { EntitySchema } from 'typeorm/entity-schema/EntitySchema.js'
import type { EntitySchemaEmbeddedColumnOptions, EntitySchemaOptions } from 'typeorm'

import type { AbsentGroup, Column, ColumnGroup, Field, PgType } from './columns'

/** A column or a group for every field: a missing one does not compile. */
export type Columns<T> = { readonly [K in keyof T]-?: Field<T[K]> }

type KeysWritten<C, W extends 'never' | 'once' | 'always'> = {
  [K in keyof C]: C[K] extends Field<unknown, W> ? K : never
}[keyof C]

/** What an INSERT needs of an object. */
export type Insertable<T, C> = Pick<T, KeysWritten<C, 'once' | 'always'> & keyof T>

/** What an UPDATE writes of an object. */
export type Updatable<T, C> = Pick<T, KeysWritten<C, 'always'> & keyof T>

export type NoOthers<T, C> = { readonly [K in Exclude<keyof C, keyof T>]: never }

/** A column that is computed from the object at every write and not read: a folded name. */
export interface DerivedColumn<T> {
  type: PgType
  from(object: T): unknown
}

export interface EntityOptions<T> {
  /** The fields of the primary key; `id` unless it is given. */
  primary?: readonly (keyof T & string)[]
  derived?: Readonly<Record<string, DerivedColumn<T>>>
  /** Columns of the table that no object of this map has. */
  unmapped?: readonly string[]
}

/** Any map. */
export type AnyEntity = Entity<object, unknown, unknown>

/** A table and the objects in its rows. `Inserted` and `Updated` are what the statements write. */
export class Entity<T extends object, Inserted = T, Updated = T> extends EntitySchema<T> {
  /** Only for the compiler. */
  declare readonly inserted: Inserted
  declare readonly updated: Updated

  constructor(
    options: EntitySchemaOptions<T>,
    readonly derived: Readonly<Record<string, DerivedColumn<T>>>,
    readonly absent: Readonly<Record<string, AbsentGroup>>,
    readonly unmapped: readonly string[],
  ) {
    super(options)
  }
}

type AnyField = Column<unknown> | ColumnGroup<unknown>

const isGroup = (field: AnyField): field is ColumnGroup<unknown> => 'columns' in field

const embed = (table: string, field: string, { columns }: ColumnGroup<unknown>) =>
  ({
    schema: new EntitySchema<Record<string, unknown>>({ name: `${table}.${field}`, columns }),
    prefix: false,
  }) satisfies EntitySchemaEmbeddedColumnOptions

function buildOptions(
  name: string,
  fields: readonly (readonly [string, AnyField])[],
  primary: readonly string[],
  derived: Readonly<Record<string, { type: PgType }>>,
): EntitySchemaOptions<object> {
  const own = fields.flatMap(([key, field]) =>
    isGroup(field) ? [] : [[key, primary.includes(key) ? { ...field, primary: true } : field] as const],
  )
  const computed = Object.entries(derived).map(
    ([key, { type }]) => [key, { name: key, type, nullable: false, select: false }] as const,
  )
  const groups = fields.flatMap(([key, field]) => (isGroup(field) ? [[key, embed(name, key, field)]] : []))
  return {
    name,
    tableName: name,
    synchronize: false,
    columns: Object.fromEntries([...own, ...computed]) as EntitySchemaOptions<object>['columns'],
    embeddeds: Object.fromEntries(groups) as NonNullable<EntitySchemaOptions<object>['embeddeds']>,
  }
}

/**
 * The map of a table, an EntitySchema of TypeORM: `entityOf<Note>()('notes', { id: generated(column.int('id')), … })`.
 * `findTableDrift` compares it with the table that the migrations created.
 */
export const entityOf =
  <T extends object>() =>
  <C extends Columns<T>>(
    name: string,
    columns: C & NoOthers<T, C>,
    { primary = ['id' as keyof T & string], derived = {}, unmapped = [] }: EntityOptions<T> = {},
  ): Entity<T, Insertable<T, C>, Updatable<T, C>> => {
    const fields = Object.entries(columns) as unknown as [string, AnyField][]
    const absent = fields.flatMap(([key, field]) =>
      isGroup(field) && field.absent ? [[key, field.absent] as const] : [],
    )
    const options = buildOptions(name, fields, primary, derived) as EntitySchemaOptions<T>
    return new Entity(options, derived, Object.fromEntries(absent), unmapped)
  }
