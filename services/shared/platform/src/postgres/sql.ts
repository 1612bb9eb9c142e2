/** A piece of SQL with its values. Made by `sql`; parameters are numbered when it is sent. */
export class Sql {
  /** @param strings one more than there are values. */
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
  ) {}
}

/** A value that is sent once, however many times a statement uses it. */
export class Parameter {
  constructor(readonly value: unknown) {}
}

/**
 * SQL as a template: `sql\`SELECT ${columns} FROM tickets WHERE id = ${id}\``. A `Sql` is inserted as text, any other value
 * becomes a parameter. Texts are prepared by name, so build few of them: no `IN (${…})` of varying length.
 */
export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]): Sql =>
  new Sql(strings, values)

/** Text that is SQL already: never input of a caller. */
export const rawSql = (text: string): Sql => new Sql([text], [])

/** A constant that the planner should see, which a parameter would hide: a LIMIT. @throws {TypeError} unless it is an integer */
export function integerSql(value: number): Sql {
  if (!Number.isInteger(value)) throw new TypeError(`Not an integer: ${value}`)
  return rawSql(String(value))
}

export const noSql = rawSql('')

/** The pieces with the separator between them. */
export const joinSql = (pieces: readonly Sql[], separator: string): Sql =>
  new Sql(pieces.length === 0 ? [''] : ['', ...pieces.slice(1).map(() => separator), ''], pieces)

/** Text with `$1…` and the values, in the order of their numbers. */
export interface Statement {
  text: string
  values: unknown[]
}

/** The part of a piece that is sent. */
export function compileSql(piece: Sql): Statement {
  const values: unknown[] = []
  const numbers = new Map<Parameter, number>()
  const numberValue = (value: unknown): number => {
    if (!(value instanceof Parameter)) return values.push(value)
    const known = numbers.get(value)
    if (known !== undefined) return known
    const number = values.push(value.value)
    numbers.set(value, number)
    return number
  }
  const buildText = ({ strings, values: own }: Sql): string => {
    let text = strings[0] ?? ''
    for (const [index, value] of own.entries()) {
      text += value instanceof Sql ? buildText(value) : `$${numberValue(value)}`
      text += strings[index + 1] ?? ''
    }
    return text
  }
  return { text: buildText(piece), values }
}

/** LIKE's pattern for what has the text in it: LIKE's own signs escaped. */
export const toLikePart = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
