import { parsePostgresUrl } from '@balcao/platform'
import { AppError } from '@balcao/kernel'
import { Client, type QueryResultRow } from 'pg'

const FETCHED = 5_000
const CLIENT_NAME = 'balcao import'

export interface SourceOptions {
  url: string
  /** Id or name, where the other system has several. */
  company: string | undefined
}

/** Tables of a published schema: the columns that are needed, and those that versions of it have besides. */
export type PublishedTables = Readonly<
  Record<string, { needed: string; known?: string; isOptional?: boolean }>
>

/** An id as text, as every record has it. */
export const optionalId = (id: number | null): string | undefined => (id === null ? undefined : String(id))

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
    const client = new Client({ ...server, application_name: CLIENT_NAME })
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

  /** Opens a source on the database, which is closed again when there is none. */
  static async openSource<S>(url: string, open: (db: SourceDatabase) => Promise<S>): Promise<S> {
    const db = await SourceDatabase.open(url)
    try {
      return await open(db)
    } catch (error) {
      await db.close()
      throw error
    }
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

  /** @param from what stands behind FROM */
  async count(from: string): Promise<number> {
    const [row] = await this.rows<{ count: string }>(`SELECT count(*) AS count FROM ${from}`)
    return Number(row?.count ?? 0)
  }

  /** What the newest migration is called. */
  async findNewestMigration(table: string, column: string): Promise<string> {
    const [row] = this.hasTable(table)
      ? await this.rows<{ name: string | null }>(`SELECT max(${column}) AS name FROM "${table}"`)
      : []
    return row?.name ?? 'no list of migrations'
  }

  /**
   * The company that was asked for by id or name, or the only one.
   * @param system its name and what it calls companies, for the message
   * @throws {AppError} ERR_VALIDATION
   */
  async chooseCompany(table: string, asked: string | undefined, system: string): Promise<number> {
    const companies = await this.rows<{ id: number; name: string }>(
      `SELECT id, name FROM "${table}" ORDER BY id`,
    )
    const found =
      asked === undefined && companies.length === 1
        ? companies[0]
        : companies.find(({ id, name }) => String(id) === asked || name === asked)
    if (found) return found.id
    const names = companies.map(({ id, name }) => `${id} (${name})`).join(', ')
    throw new AppError('ERR_VALIDATION', {
      detail: `${system}, name one with --source-company: ${names}`,
    })
  }

  /* Roles without rights over others see names, but not what kind of process it is. */
  async listOtherClients(): Promise<string[]> {
    // What is read of other processes stays the same within a transaction otherwise.
    await this.client.query('SELECT pg_stat_clear_snapshot()')
    const rows = await this.rows<{ name: string }>(
      `SELECT coalesce(nullif(application_name, ''), 'a program without a name') || ' as ' || usename AS name FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND coalesce(backend_type, 'client backend') = 'client backend'
         AND application_name <> $1 ORDER BY pid`,
      [CLIENT_NAME],
    )
    return rows.map(({ name }) => name)
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
