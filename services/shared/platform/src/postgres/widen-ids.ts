import { SECOND } from '@balcao/kernel'
import { Client, escapeIdentifier as quote, escapeLiteral } from 'pg'

import { runPatiently, type LockPatience } from './lock-patience'
import { makeIndex } from './make-index'
import { withoutPooler, type PostgresServer } from './postgres-server'

const ROWS_AT_ONCE = 5_000

export interface WidenOptions {
  /** Owner of the table. */
  admin: PostgresServer
  schema: string
  table: string
  patience?: LockPatience
  rowsAtOnce?: number
  log?: (message: string) => void
  /** Ends it after a step; what was done stays and is not done again. */
  signal?: AbortSignal
}

interface Found {
  type: string | undefined
  primaryKey: string | null
  referrers: string[]
  indexes: string[]
}

/* A lock that is not free soon is given up for a while: what comes to the table meanwhile waits behind it. */
const usualPatience: LockPatience = { lockMs: SECOND, pauseMs: SECOND, giveUpMs: 600 * SECOND }

const FIND = `
  SELECT format_type(a.atttypid, NULL) AS type,
    (SELECT conname FROM pg_constraint WHERE conrelid = t.oid AND contype = 'p' AND conkey = ARRAY[a.attnum]) AS "primaryKey",
    ARRAY(SELECT conrelid::regclass::text FROM pg_constraint WHERE confrelid = t.oid AND a.attnum = ANY (confkey)) AS referrers,
    ARRAY(SELECT indexrelid::regclass::text FROM pg_index
      WHERE indrelid = t.oid AND a.attnum = ANY (indkey) AND NOT indisprimary) AS indexes
  FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'id'
  WHERE t.oid = to_regclass($1)`

/**
 * Makes an integer `id`, the generated primary key of a table, a bigint while the table is in use: a second column is filled beside it in
 * batches, indexed, and takes its name in one short transaction. Ids and the order of new ones stay. Run again it goes on where it ended;
 * on a bigint it does nothing. Space and WAL of one more copy of the table, until vacuum.
 * @throws {Error} when other tables, or indexes besides the primary key's, have the column: they would stay on the narrow one.
 */
export async function widenIds(options: WidenOptions): Promise<void> {
  await asOwner(options.admin, (client) => new Widening(client, options).run())
}

async function asOwner(admin: PostgresServer, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ ...withoutPooler(admin), application_name: 'balcao widen-ids' })
  await client.connect()
  try {
    // Policies bind the owner too.
    await client.query(`SET app.scope = 'platform'`)
    await work(client)
  } finally {
    await client.end()
  }
}

/* Arrays of ids, too. Partitions follow their table. */
const FIND_NARROW = `
  SELECT a.attrelid::regclass::text AS "table", array_agg(quote_ident(a.attname)) AS columns, array_agg(format_type(a.atttypid, NULL)) AS types
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.atttypid IN ('int4'::regtype, 'int4[]'::regtype)
    AND (a.attname = ANY ($2) OR a.attrelid = to_regclass($1) AND a.attname = 'id')
  GROUP BY a.attrelid ORDER BY pg_table_size(a.attrelid)`

export interface RewriteOptions extends Pick<
  WidenOptions,
  'admin' | 'schema' | 'table' | 'log' | 'patience'
> {
  /** Names of the columns that have the table's ids, in all tables of the database. */
  columns: readonly string[]
}

/**
 * Makes the ids of a table, and the columns that have them, bigint by rewriting each table. Nothing reads or writes a table meanwhile, and
 * the disk needs room for a second copy of the largest. Run again it goes on where it ended.
 */
export async function rewriteIds({
  admin,
  schema,
  table,
  columns,
  ...options
}: RewriteOptions): Promise<void> {
  await asOwner(admin, async (client) => {
    const { rows } = await client.query<{ table: string; columns: string[]; types: string[] }>(FIND_NARROW, [
      `${quote(schema)}.${quote(table)}`,
      columns,
    ])
    for (const found of rows) {
      options.log?.(found.table)
      const changes = found.columns.map(
        (name, index) => `ALTER COLUMN ${name} TYPE ${found.types[index]?.replace('integer', 'bigint')}`,
      )
      await lockPatiently(client, `ALTER TABLE ${found.table} ${changes.join(', ')}`, options.patience)
    }
  })
}

/* Several statements of one query are a transaction. */
function lockPatiently(client: Client, statements: string, patience = usualPatience): Promise<void> {
  const text = `SET LOCAL lock_timeout = ${patience.lockMs}; ${statements}`
  return runPatiently(() => client.query(text), patience)
}

class Widening {
  private readonly table: string
  private readonly index: string
  private readonly check: string
  private readonly filler: string

  constructor(
    private readonly client: Client,
    private readonly options: WidenOptions,
  ) {
    const { schema, table } = options
    const named = (name: string) => `${quote(schema)}.${quote(name)}`
    this.table = named(table)
    this.index = `${table}_id_wide`
    this.check = quote(`${table}_id_wide_set`)
    this.filler = named(`${table}_fill_id_wide`)
  }

  async run(): Promise<void> {
    const primaryKey = await this.findPrimaryKey()
    if (primaryKey === undefined) return
    await this.step('a second column', () => this.addColumn())
    await this.step('its values', () => this.fill())
    await this.step('its index', () => this.makeIndex())
    await this.step('that every row has one', () => this.addCheck())
    await this.step('the change of names', () => this.swap(primaryKey))
  }

  private async step(name: string, work: () => Promise<void>): Promise<void> {
    this.options.signal?.throwIfAborted()
    this.options.log?.(`${this.options.table}: ${name}`)
    await work()
  }

  private async findPrimaryKey(): Promise<string | undefined> {
    const [found] = (await this.client.query<Found>(FIND, [this.table])).rows
    if (found?.type === 'bigint') return undefined
    if (found?.type !== 'integer' || found.primaryKey === null)
      throw new Error(`${this.table} has no integer id as its primary key`)
    const others = [...found.referrers, ...found.indexes.filter((name) => !name.includes(this.index))]
    if (others.length > 0)
      throw new Error(`${others.join(', ')} would stay on the narrow id of ${this.table}`)
    return found.primaryKey
  }

  private addColumn(): Promise<void> {
    return this.locked(`
      ALTER TABLE ${this.table} ADD COLUMN IF NOT EXISTS id_wide bigint;
      CREATE OR REPLACE FUNCTION ${this.filler}() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN NEW.id_wide := NEW.id; RETURN NEW; END';
      CREATE OR REPLACE TRIGGER fill_id_wide BEFORE INSERT OR UPDATE ON ${this.table}
        FOR EACH ROW EXECUTE FUNCTION ${this.filler}()`)
  }

  private async fill(): Promise<void> {
    const { rowsAtOnce = ROWS_AT_ONCE, signal } = this.options
    let after: number | undefined
    for (;;) {
      signal?.throwIfAborted()
      // The trigger fills the column in; a batch without an empty one writes nothing.
      const { rows } = await this.client.query<{ last: number | null }>(
        `WITH batch AS (SELECT id FROM ${this.table} WHERE id > $1 ORDER BY id LIMIT $2),
          filled AS (UPDATE ${this.table} t SET id_wide = t.id FROM batch WHERE t.id = batch.id AND t.id_wide IS NULL)
        SELECT max(id) AS last FROM batch`,
        [after ?? -(2 ** 31), rowsAtOnce],
      )
      const last = rows[0]?.last
      if (last === null || last === undefined) return
      after = last
    }
  }

  private makeIndex(): Promise<void> {
    const { schema, table } = this.options
    const send = async (text: string, values?: unknown[]) =>
      (await this.client.query<Record<string, unknown>>(text, values)).rows
    const statement = `CREATE UNIQUE INDEX CONCURRENTLY ${quote(this.index)} ON ${quote(table)} (id_wide)`
    return makeIndex(send, quote(schema), quote(this.index), statement)
  }

  private async addCheck(): Promise<void> {
    await this.locked(`
      ALTER TABLE ${this.table} DROP CONSTRAINT IF EXISTS ${this.check};
      ALTER TABLE ${this.table} ADD CONSTRAINT ${this.check} CHECK (id_wide IS NOT NULL) NOT VALID`)
    await this.client.query(`ALTER TABLE ${this.table} VALIDATE CONSTRAINT ${this.check}`)
  }

  /* With the check SET NOT NULL reads no row. The sequence ends with the narrow column and another one goes on with its next number. */
  private swap(primaryKey: string): Promise<void> {
    const key = quote(primaryKey)
    return this.locked(`
      LOCK TABLE ${this.table} IN ACCESS EXCLUSIVE MODE;
      DO ${escapeLiteral(`
        DECLARE following bigint;
        BEGIN
          following := nextval(pg_get_serial_sequence(${escapeLiteral(this.table)}, 'id'));
          ALTER TABLE ${this.table} DROP CONSTRAINT ${key};
          ALTER TABLE ${this.table} ALTER COLUMN id DROP IDENTITY;
          ALTER TABLE ${this.table} RENAME COLUMN id TO id_narrow;
          ALTER TABLE ${this.table} RENAME COLUMN id_wide TO id;
          ALTER TABLE ${this.table} ALTER COLUMN id SET NOT NULL;
          ALTER TABLE ${this.table} DROP CONSTRAINT ${this.check};
          ALTER TABLE ${this.table} ADD CONSTRAINT ${key} PRIMARY KEY USING INDEX ${quote(this.index)};
          EXECUTE format('ALTER TABLE ${this.table} ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (START WITH %s)', following);
          DROP TRIGGER fill_id_wide ON ${this.table};
          DROP FUNCTION ${this.filler}();
          ALTER TABLE ${this.table} DROP COLUMN id_narrow;
        END`)}`)
  }

  private locked(statements: string): Promise<void> {
    return lockPatiently(this.client, statements, this.options.patience)
  }
}
