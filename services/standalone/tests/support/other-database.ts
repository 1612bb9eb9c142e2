import { testDatabase, type TestDatabase } from '@balcao/testkit'

/** The database of another system. */
export interface OtherDatabase {
  url: string
  pg: TestDatabase
  /** Inserts rows, their members as columns. */
  put(table: string, ...rows: object[]): Promise<void>
}

/** @param tables what follows CREATE TABLE */
export async function openOtherDatabase(tables: readonly string[]): Promise<OtherDatabase> {
  const pg = await testDatabase([])
  for (const table of tables) await pg.sql(`CREATE TABLE public.${table}`)
  const { host, port, user, password, database } = pg.admin
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(String(password ?? ''))}`
  const url = `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const put = async (table: string, ...rows: object[]) => {
    for (const row of rows) {
      const columns = Object.keys(row).map((name) => `"${name}"`)
      const places = columns.map((_, index) => `$${index + 1}`)
      await pg.sql(
        `INSERT INTO public."${table}" (${columns.join(', ')}) VALUES (${places.join(', ')})`,
        Object.values(row),
      )
    }
  }
  return { url, pg, put }
}
