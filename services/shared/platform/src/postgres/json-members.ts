import type { AnyEntity } from './entity'
import { listFields } from './entity-columns'
import { joinSql, rawSql, sql, type Sql } from './sql'

/** The JSON of a column, as text that Postgres writes. Only `orNull` takes NULL: any other makes broken JSON of it. */
export const jsonOf = {
  /** A number or a boolean. */
  plain: (name: string): Sql => rawSql(`${name}::text`),
  /** Text without a character that JSON escapes: a uuid, a word of ours. */
  word: (name: string): Sql => rawSql(`concat('"', ${name}, '"')`),
  text: (name: string): Sql => rawSql(`to_json(${name})`),
  /** As `Date.toISOString` writes it: UTC, milliseconds, the rest cut off. */
  time: (name: string): Sql =>
    rawSql(`to_char(${name} AT TIME ZONE INTERVAL '0', '\\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\\"')`),
  orNull: (value: Sql): Sql => sql`coalesce(${value}, 'null')`,
}

const ofType: Readonly<Record<string, (name: string) => Sql>> = {
  bool: jsonOf.plain,
  int2: jsonOf.plain,
  int4: jsonOf.plain,
  int8: jsonOf.plain,
  text: jsonOf.text,
  timestamptz: jsonOf.time,
  uuid: jsonOf.word,
}

/**
 * The JSON of every field of a row but the hidden ones.
 * @param alias the row's in the statement
 * @throws {TypeError} for a field in several columns, and for a type that is not written here
 */
export function jsonOfColumns(
  { entity }: { entity: AnyEntity },
  alias: string,
  hidden: Readonly<Record<string, true>>,
): Record<string, Sql> {
  const shown = listFields(entity).filter(({ key }) => !Object.hasOwn(hidden, key))
  return Object.fromEntries(
    shown.map(({ key, columns: [column, ...others] }) => {
      const write = column && ofType[column.type]
      if (!write || others.length > 0) throw new TypeError(`${key} of ${alias} is not written as JSON`)
      const value = write(`${alias}.${column.name}`)
      return [key, column.isNullable ? jsonOf.orNull(value) : value]
    }),
  )
}

/** The members of a JSON object without its braces: `"id":1,"name":"Ana"`. Others may be added by who reads it. */
export const jsonMembers = (values: Readonly<Record<string, Sql>>): Sql => {
  const members = Object.entries(values).map(
    ([key, value], index) => sql`${rawSql(`'${index === 0 ? '' : ','}"${key}":'`)}, ${value}`,
  )
  return sql`concat(${joinSql(members, ', ')})`
}
