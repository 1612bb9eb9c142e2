import { escapeIdentifier as quote, type Client } from 'pg'

/** Primaries that ids have room for, the first one included: each gives the ids that leave its number as remainder. */
export const MOST_PRIMARIES = 16

/** The last id that each sequence of the first primary gave, by schema and sequence. Others begin above: it may have given every remainder. */
export type LastIds = ReadonlyMap<string, number>

interface FoundSequence {
  name: string
  step: number
  /** Every id that was given is at most this. */
  last: number
  isUsed: boolean
}

const FIND = `
  SELECT sequencename AS name, increment_by::float8 AS step FROM pg_sequences WHERE schemaname = $1 ORDER BY sequencename`

async function readSequence(client: Client, name: string): Promise<Pick<FoundSequence, 'last' | 'isUsed'>> {
  const { rows } = await client.query<{ value: number; isUsed: boolean }>(
    `SELECT last_value::float8 AS value, is_called AS "isUsed" FROM ${name}`,
  )
  const { value = 1, isUsed = false } = rows[0] ?? {}
  return { last: isUsed ? value : value - 1, isUsed }
}

const nameOf = (schema: string, name: string) => `${quote(schema)}.${quote(name)}`

export async function listSequences(client: Client, schema: string): Promise<FoundSequence[]> {
  const { rows } = await client.query<{ name: string; step: number }>(FIND, [schema])
  const found: FoundSequence[] = []
  for (const row of rows) found.push({ ...row, ...(await readSequence(client, nameOf(schema, row.name))) })
  return found
}

export async function readLastIds(client: Client, schemas: readonly string[]): Promise<LastIds> {
  const all = new Map<string, number>()
  for (const schema of schemas)
    for (const { name, last } of await listSequences(client, schema)) all.set(`${schema}.${name}`, last)
  return all
}

/** The smallest id of a primary above those that were given. */
export function computeNextId(primary: number, ...given: readonly number[]): number {
  const next = Math.max(0, ...given) + 1
  return next + ((primary - (next % MOST_PRIMARIES) + MOST_PRIMARIES) % MOST_PRIMARIES)
}

/** Sets a sequence to the next id of its primary above those given, its own included. Whoever takes an id meanwhile waits. */
export async function raiseSequence(
  client: Client,
  sequence: { schema: string; name: string },
  primary: number,
  above: number,
): Promise<void> {
  const name = nameOf(sequence.schema, sequence.name)
  await client.query('BEGIN')
  try {
    // Its lock is what `nextval` waits for.
    await client.query(`ALTER SEQUENCE ${name} INCREMENT BY ${MOST_PRIMARIES}`)
    const { last } = await readSequence(client, name)
    await client.query('SELECT setval($1::regclass, $2, false)', [name, computeNextId(primary, last, above)])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/**
 * Lets every sequence of a schema give the ids of its primary only, above those that the first primary gave before, so that ids are
 * unique over the installation. Repeated it changes nothing.
 * @throws {Error} when a sequence has given ids of another primary already.
 */
export async function setIdSteps(
  client: Client,
  schema: string,
  primary: number,
  lastOfFirst: LastIds,
): Promise<void> {
  for (const { name, step, last, isUsed } of await listSequences(client, schema)) {
    const isSet = step === MOST_PRIMARIES
    const isForeign = isUsed && (isSet ? last % MOST_PRIMARIES !== primary : primary > 0)
    if (isForeign)
      throw new Error(
        `${schema}.${name} gave the id ${last}, which is none of primary ${primary}: is the order of MORE_PRIMARIES another one, or the database that of another installation?`,
      )
    if (!isSet)
      await raiseSequence(client, { schema, name }, primary, lastOfFirst.get(`${schema}.${name}`) ?? 0)
  }
}
