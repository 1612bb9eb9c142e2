import type { CompanyId } from '@balcao/contracts'
import type { ClaimRequest, Tx } from '@balcao/kernel'

import type { Row } from './columns'
import { integerSql, joinSql, noSql, Parameter, rawSql, sql, type Sql } from './sql'
import { execute, executeUnawaited, query, queryLast } from './transaction'

/** A table with due rows of all companies: it has `id` and `company_id`. */
export interface DueTable {
  name: string
  /** Column with the time from which a row is due. */
  dueAt: string
  /** Column by which rows of one time follow each other. */
  order: string
  /** Which rows may be due at all. Its columns carry no alias: it is the condition of an index (company_id, dueAt, order). */
  open: Sql
  /**
   * Columns of rows that leave one after the other, by `order`: a message's, a conversation's. An index begins with company_id and
   * them. It costs a probe for each row that is looked at; `waitForFirst` keeps those few.
   */
  chain?: readonly string[]
}

/** What is asked of a table. */
export type TurnRequest = Omit<ClaimRequest, 'until'>

/* Of all stores of this process, by name: whose schema has which is seen when they are read. */
const dueTables = new Map<string, DueTable>()

/**
 * How long the oldest due row of each such table of this schema has been due, in seconds, 0 without one: one probe into the index for each
 * company with open rows. Platform scope.
 */
export async function readDueAges(tx: Tx): Promise<{ table: string; age: number }[]> {
  const names = [...dueTables.keys()]
  const own = await query<{ name: string }>(
    tx,
    sql`SELECT name FROM unnest(${names}::text[]) AS known (name)
      WHERE to_regclass(format('%I.%I', current_schema(), name)) IS NOT NULL`,
  )
  if (own.length === 0) return []
  readByIndexes(tx)
  const tables = own.map(({ name }) => dueTables.get(name)).filter((table) => table !== undefined)
  return Promise.all(tables.map(async (table) => ({ table: table.name, age: await readDueAge(tx, table) })))
}

/* `<cte> (company_id)`: companies with open rows above an id, each found by one probe into the index, and a NULL at the end. */
function scanCompanies({ name, dueAt, open }: DueTable, cte: string, above: Sql, upTo: Sql): Sql {
  const [table, due, own] = [rawSql(name), rawSql(dueAt), rawSql(cte)]
  const first = (from: Sql) =>
    sql`(SELECT x.company_id FROM ${table} x WHERE ${open} AND x.company_id > ${from}${upTo} ORDER BY x.company_id, x.${due} LIMIT 1)`
  return sql`${own} (company_id) AS (SELECT ${first(above)} UNION ALL
    SELECT ${first(sql`p.company_id`)} FROM ${own} p WHERE p.company_id IS NOT NULL)`
}

async function readDueAge(tx: Tx, own: DueTable): Promise<number> {
  const [table, due] = [rawSql(own.name), rawSql(own.dueAt)]
  const [row] = await query<{ age: number }>(
    tx,
    sql`WITH RECURSIVE ${scanCompanies(own, 'companies', sql`0`, noSql)}
      SELECT coalesce(greatest(0, extract(epoch FROM clock_timestamp() - min(d.due))), 0)::float AS age
      FROM companies c CROSS JOIN LATERAL (SELECT x.${due} AS due FROM ${table} x
        WHERE x.company_id = c.company_id AND ${own.open} ORDER BY x.${due} LIMIT 1) d`,
  )
  return row?.age ?? 0
}

/* Rows in this order: one of each company first, in the order of their ids behind the last one whose turn it was. */
const LAST_POSITION = 2 ** 31

/* A table that has grown since it was analyzed looks small: its rows would all be read and sorted. Until the transaction ends; planned once. */
const readByIndexes = (tx: Tx): void =>
  executeUnawaited(
    tx,
    sql`SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true),
      set_config('enable_incremental_sort', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
  )

/**
 * Due rows, companies in turn: each has its next row before any has a second one, and the next call begins behind the company that was
 * last. Reads some index entries for each company with open rows, however many rows it has. One object for each table and process.
 */
export class CompanyTurns {
  private last = 0

  constructor(private readonly table: DueTable) {
    dueTables.set(table.name, table)
  }

  /** The columns of due rows, which are `w`; nothing is written. In a transaction of its own, in the platform scope. */
  async list<R extends Row & { company_id: number }>(
    tx: Tx,
    columns: Sql,
    request: TurnRequest,
  ): Promise<R[]> {
    const { name } = this.table
    readByIndexes(tx)
    const rows = await query<R>(
      tx,
      sql`WITH RECURSIVE ${this.chosen(request, noSql, noSql)}
        SELECT ${columns} FROM chosen JOIN ${rawSql(name)} w ON w.id = chosen.id ORDER BY chosen.nth, chosen.position`,
    )
    return this.keepTurn(rows)
  }

  /**
   * Claims due rows of a table with `claimed_until` and `tries`: others do not get them before `until`, and no more than `perCompany`
   * of a company are claimed at once, in all processes. Counts a try. Claims of a table wait for each other until their
   * transactions end, and all of it is planned for that: call it in one of its own. Platform scope.
   */
  async claim(tx: Tx, columns: Sql, { until, ...request }: ClaimRequest): Promise<Row[]> {
    const { name, open } = this.table
    const now = new Parameter(request.now)
    const table = rawSql(name)
    const free = (alias: string) =>
      sql` AND (${rawSql(alias)}.claimed_until IS NULL OR ${rawSql(alias)}.claimed_until <= ${now})`
    const running = sql` - (SELECT count(*) FROM ${table} r WHERE r.company_id = c.company_id AND r.claimed_until > ${now})`
    readByIndexes(tx)
    // The next statement sees what the claims before it have written.
    executeUnawaited(
      tx,
      sql`SELECT pg_advisory_xact_lock(hashtextextended('claim ' || current_schema() || ${`.${name}`}, 0))`,
    )
    // The conditions are repeated for processes of a version without that lock. CASE keeps partial indexes out: rows are found by their keys.
    const rows = await query<Row & { company_id: number }>(
      tx,
      sql`WITH RECURSIVE ${this.chosen(request, free('w'), running)}
        UPDATE ${table} u SET claimed_until = ${until}, tries = u.tries + 1
        WHERE u.id = ANY (ARRAY(SELECT id FROM chosen)) AND CASE WHEN ${open} THEN true END${free('u')}
        RETURNING ${columns}`,
    )
    return this.keepTurn(rows)
  }

  /** Prolongs claims that are still these: as `ClaimStore.renew`. */
  async renew(tx: Tx, claims: readonly { id: string | number; tries: number }[], until: Date): Promise<void> {
    const table = rawSql(this.table.name)
    // Of the column's type.
    const ids = new Parameter(claims.map(({ id }) => id))
    const tries = claims.map((claim) => claim.tries)
    await execute(
      tx,
      sql`UPDATE ${table} SET claimed_until = ${until} WHERE id IN (
        SELECT e.id FROM ${table} e WHERE e.id = ANY (${ids}) AND e.claimed_until IS NOT NULL
          AND e.tries = (${tries}::int[])[array_position(${ids}, e.id)] FOR UPDATE SKIP LOCKED)`,
    )
  }

  /** As `ClaimStore.findNextDue`, in a transaction of its own: one probe into the index for each company with open rows. */
  async findNextDue(tx: Tx, before: Date): Promise<Date | undefined> {
    const [table, due] = [rawSql(this.table.name), rawSql(this.table.dueAt)]
    readByIndexes(tx)
    const [row] = await queryLast<{ due: Date | null }>(
      tx,
      sql`WITH RECURSIVE ${scanCompanies(this.table, 'companies', sql`0`, noSql)}
        SELECT min(d.due) AS due FROM companies c CROSS JOIN LATERAL (SELECT x.${due} AS due FROM ${table} x
          WHERE x.company_id = c.company_id AND ${this.table.open} AND x.${due} < ${before} ORDER BY x.${due} LIMIT 1) d`,
    )
    return row?.due ?? undefined
  }

  /**
   * Makes a chain's later rows due with its first one: a claim would have to pass over them all. After rows that are new or have
   * another time; not waited for.
   * @param values of the chain's columns; a list of texts means each chain with one of them
   */
  waitForFirst(tx: Tx, companyId: CompanyId, values: readonly (string | number | readonly string[])[]): void {
    const { name, dueAt, order, open, chain = [] } = this.table
    const [table, due, next] = [rawSql(name), rawSql(dueAt), rawSql(order)]
    const own = chain.map((column, index) => {
      const value = values[index]
      return typeof value === 'object'
        ? sql`${rawSql(column)} = ANY (${value}::text[])`
        : sql`${rawSql(column)} = ${value}`
    })
    const ofChains = joinSql([sql`company_id = ${companyId}`, ...own, open], ' AND ')
    const keys = rawSql(chain.join(', '))
    const firsts = rawSql(chain.map((column) => `${column} AS first_${column}`).join(', '))
    const isFirsts = rawSql(chain.map((column) => `r.${column} = f.first_${column}`).join(' AND '))
    executeUnawaited(
      tx,
      sql`UPDATE ${table} r SET ${due} = f.due
        FROM (SELECT DISTINCT ON (${keys}) ${firsts}, ${due} AS due FROM ${table} WHERE ${ofChains} ORDER BY ${keys}, ${next}) f
        WHERE ${ofChains} AND ${isFirsts} AND r.${due} < f.due`,
    )
  }

  /* Whether the row `w` is its chain's first: written so that no index serves it but the chain's, whatever the statistics. */
  private isFirst(): Sql {
    const { name, order, open, chain } = this.table
    if (!chain) return noSql
    const own = joinSql(
      chain.map((column) => rawSql(`e.${column} = w.${column}`)),
      ' AND ',
    )
    const keyOf = (alias: string) =>
      rawSql([...chain, order].map((column) => `${alias}.${column}`).join(', '))
    return sql` AND NOT EXISTS (SELECT 1 FROM ${rawSql(name)} e WHERE e.company_id = w.company_id AND ${own}
      AND CASE WHEN ${open} THEN true END AND (${keyOf('e')}) < (${keyOf('w')}) OFFSET 0)`
  }

  /* `chosen (id, nth, position)`. */
  private chosen({ now, limit, perCompany }: TurnRequest, free: Sql, running: Sql): Sql {
    const { name, dueAt, order, open } = this.table
    const [table, due, next] = [rawSql(name), rawSql(dueAt), rawSql(order)]
    const last = new Parameter(this.last)
    const behind = scanCompanies(this.table, 'behind', sql`${last}::int`, noSql)
    const before = scanCompanies(this.table, 'before', sql`0`, sql` AND x.company_id <= ${last}::int`)
    // The rows of `limit` companies at most are looked for: a LIMIT without ORDER BY ends the scan. OFFSET keeps the check of each row a probe.
    return sql`${behind}, ${before},
      found AS (
        SELECT d.id, d.nth, c.position FROM (
          SELECT company_id, company_id::bigint AS position FROM behind WHERE company_id IS NOT NULL
          UNION ALL SELECT company_id, company_id + ${integerSql(LAST_POSITION)} FROM before WHERE company_id IS NOT NULL) c
        CROSS JOIN LATERAL (
          SELECT l.id, row_number() OVER (ORDER BY l.due, l.next) AS nth FROM (
            SELECT w.id, w.${due} AS due, w.${next} AS next FROM ${table} w
            WHERE w.company_id = c.company_id AND ${open} AND w.${due} <= ${now}${free}${this.isFirst()}
            ORDER BY w.${due}, w.${next} LIMIT ${integerSql(perCompany)}) l) d
        WHERE d.nth <= ${perCompany}::int${running}
        LIMIT ${limit * perCompany}::int),
      chosen AS (SELECT id, nth, position FROM found ORDER BY nth, position LIMIT ${limit}::int)`
  }

  private keepTurn<R extends { company_id: number }>(rows: R[]): R[] {
    const positionOf = ({ company_id }: R) =>
      company_id > this.last ? company_id : company_id + LAST_POSITION
    const furthest = rows.reduce<R | undefined>(
      (found, row) => (found && positionOf(found) >= positionOf(row) ? found : row),
      undefined,
    )
    if (furthest) this.last = furthest.company_id
    return rows
  }
}
