import { escapeIdentifier as quote, type Client } from 'pg'

/** Primaries that ids have room for, the first one included. */
export const MOST_PRIMARIES = 16

/* JavaScript's integers end at 2⁵³. */
const ENDS: Readonly<Record<string, number>> = { integer: 2 ** 31, bigint: 2 ** 53 }

export interface IdRange {
  first: number
  last: number
}

/** Ids that one primary gives; `primary` is 0 for the first one. */
export function computeIdRange(type: string, primary: number): IdRange | undefined {
  const end = ENDS[type]
  if (end === undefined || !Number.isInteger(primary) || primary < 0 || primary >= MOST_PRIMARIES)
    return undefined
  const size = end / MOST_PRIMARIES
  return { first: Math.max(1, primary * size), last: (primary + 1) * size - 1 }
}

interface FoundSequence {
  name: string
  type: string
  first: number
  last: number
  given: number | null
}

const FIND = `
  SELECT sequencename AS name, data_type::text AS type, min_value::float8 AS first, max_value::float8 AS last, last_value::float8 AS given
  FROM pg_sequences WHERE schemaname = $1 ORDER BY sequencename`

/**
 * Gives every sequence of a schema the range of its primary, so that ids stay unique over the installation. Repeated it changes nothing.
 * @throws {Error} when a sequence has given ids of another range already.
 */
export async function setIdRanges(client: Client, schema: string, primary: number): Promise<void> {
  const { rows } = await client.query<FoundSequence>(FIND, [schema])
  for (const found of rows) {
    const range = computeIdRange(found.type, primary)
    if (!range) throw new Error(`${schema}.${found.name} has no range of ids for primary ${primary}`)
    if (found.first === range.first && found.last === range.last) continue
    const { given } = found
    if (given !== null && (given < range.first || given > range.last))
      throw new Error(
        `${schema}.${found.name} gave the id ${given}, which is no id of primary ${primary} (${range.first} to ${range.last}): is the order of MORE_PRIMARIES another one, or the database that of another installation?`,
      )
    const restart = given === null ? `START ${range.first} RESTART ${range.first}` : ''
    await client.query(
      `ALTER SEQUENCE ${quote(schema)}.${quote(found.name)} MINVALUE ${range.first} MAXVALUE ${range.last} ${restart}`,
    )
  }
}
