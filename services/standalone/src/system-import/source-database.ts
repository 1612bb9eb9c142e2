import { parsePostgresUrl } from '@balcao/platform'
import { AppError } from '@balcao/kernel'
import { Client, type QueryResultRow } from 'pg'

const FETCHED = 5_000

/** Tables of a published schema: the columns that are needed, and those that versions of it have besides. */
export type PublishedTables = Readonly<
  Record<string, { needed: string; known?: string; isOptional?: boolean }>
>

/** The database of another system: one read-only snapshot, whatever that system writes meanwhile. */
export class SourceDatabase {
  private cursors = 0

  private constructor(
    private readonly client: Client,
    private readonly columns: ReadonlyMap<string, ReadonlySet<string>>,
    /** Host and database. */
    readonly name: string,
  ) {}

  static async open(url: string): Promise<SourceDatabase> {
    const server = parsePostgresUrl(url)
    const client = new Client({ ...server, application_name: 'balcao import' })
    client.on('error', () => undefined)
    await client.connect()
    await client.query(
      'SET default_transaction_read_only = on; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    )
    const { rows } = await client.query<{ table: string; columns: string[] }>(
      `SELECT table_name::text AS table, array_agg(column_name::text) AS columns FROM information_schema.columns
       WHERE table_schema = 'public' GROUP BY table_name`,
    )
    const columns = new Map(rows.map(({ table, columns }) => [table, new Set(columns)]))
    return new SourceDatabase(client, columns, `${server.host}:${server.port}/${server.database}`)
  }

  hasTable(table: string): boolean {
    return this.columns.has(table)
  }

  has(table: string, column: string): boolean {
    return this.columns.get(table)?.has(column) ?? false
  }

  /** The column, or this SQL where versions without it have none. */
  column(table: string, column: string, otherwise: string): string {
    return this.has(table, column) ? `${table.toLowerCase()}."${column}"` : otherwise
  }

  /** @returns unknown columns of the tables. @throws {AppError} ERR_VALIDATION naming everything that is missing */
  check(system: string, published: PublishedTables): string[] {
    const split = (text = '') => text.split(' ').filter((name) => name !== '')
    const missing: string[] = []
    const unknown: string[] = []
    for (const [table, { needed, known, isOptional = false }] of Object.entries(published)) {
      const found = this.columns.get(table)
      if (!found) {
        if (!isOptional) missing.push(table)
        continue
      }
      missing.push(...split(needed).flatMap((name) => (found.has(name) ? [] : [`${table}.${name}`])))
      const published = new Set([...split(needed), ...split(known)])
      unknown.push(...[...found].filter((name) => !published.has(name)).map((name) => `${table}.${name}`))
    }
    if (missing.length > 0) {
      const detail = `this is not a database of ${system} that the import knows: it lacks ${missing.join(', ')}`
      throw new AppError('ERR_VALIDATION', { detail })
    }
    return unknown.sort()
  }

  async rows<T extends QueryResultRow>(text: string, params: unknown[] = []): Promise<T[]> {
    const { rows } = await this.client.query<T>(text, params)
    return rows
  }

  async *pages<T extends QueryResultRow>(
    text: string,
    params: unknown[] = [],
    size = FETCHED,
  ): AsyncGenerator<T[]> {
    this.cursors += 1
    const cursor = `reading_${this.cursors}`
    await this.client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, params)
    for (;;) {
      const { rows } = await this.client.query<T>(`FETCH ${size} FROM ${cursor}`)
      if (rows.length > 0) yield rows
      if (rows.length < size) break
    }
    await this.client.query(`CLOSE ${cursor}`)
  }

  async close(): Promise<void> {
    await this.client.end()
  }
}
