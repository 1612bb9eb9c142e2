/** Sends one statement, on a connection whose session settings last. */
type Send = (text: string, values?: unknown[]) => Promise<unknown[]>

/**
 * Makes an index by CREATE INDEX CONCURRENTLY: what a failed run left of it is dropped first, a whole one is kept. One statement a query:
 * several at once are a transaction. No limit for locks: what waits is in nobody's way.
 * @param statement without a schema in its names.
 */
export async function makeIndex(send: Send, schema: string, index: string, statement: string): Promise<void> {
  const [found] = (await send(
    'SELECT indisvalid AS "isWhole" FROM pg_index WHERE indexrelid = to_regclass($1)',
    [`${schema}.${index}`],
  )) as { isWhole: boolean }[]
  if (found?.isWhole) return
  await send(`SET search_path = ${schema}`)
  if (found) await send(`DROP INDEX CONCURRENTLY ${index}`)
  await send(statement)
  await send('RESET search_path')
}
