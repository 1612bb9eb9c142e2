import type { MigrationSet } from '@balcao/kernel'
import { listMigrationNames, OLDEST_TRANSACTION, withoutPooler, type PostgresServer } from '@balcao/platform'
import { Client } from 'pg'

import { ok, problem, warning, type Check, type Finding } from './check'

/** One read-only connection as the owner, for all checks of the database. */
export class DeskDatabase {
  private opening: Promise<Client> | undefined
  /* A connection runs one statement at a time. */
  private last: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly server: PostgresServer,
    private readonly withinMs: number,
  ) {}

  query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const asked = this.last.then(async () => {
      this.opening ??= this.open()
      return (await (await this.opening).query<Row>(text, values)).rows
    })
    // The next statement does not depend on how this one ended.
    this.last = asked.catch(() => undefined)
    return asked
  }

  async close(): Promise<void> {
    const client = await this.opening?.catch(() => undefined)
    await client?.end()
  }

  private async open(): Promise<Client> {
    const client = new Client({
      ...withoutPooler(this.server),
      application_name: 'balcao doctor',
      connectionTimeoutMillis: this.withinMs,
      statement_timeout: this.withinMs,
    })
    // A connection that breaks later fails the query that waits for it.
    client.on('error', () => undefined)
    await client.connect()
    await client.query("SET default_transaction_read_only = on; SET app.scope = 'platform'")
    return client
  }
}

export interface DatabaseReading {
  /** `server_version_num`: 150004 is 15.4. */
  version: number
  connections: number
  mostConnections: number
  /** The oldest transaction of a client; undefined without any. */
  oldest: { pid: number; program: string; seconds: number } | undefined
}

const LEAST_VERSION = 15

export function judgeDatabase({ version, connections, mostConnections, oldest }: DatabaseReading): Finding {
  const major = Math.floor(version / 10_000)
  if (major < LEAST_VERSION)
    return problem(`Postgres ${major} is too old`, `Upgrade the server to ${LEAST_VERSION} or newer.`)
  if (oldest && oldest.seconds > 60) {
    const found = `a transaction is ${oldest.seconds} s old (process ${oldest.pid}, “${oldest.program}”): no upgrade begins beside it`
    const remedy = `Let it end, or end a forgotten one: SELECT pg_terminate_backend(${oldest.pid})`
    return oldest.seconds > 4 * 3_600 ? problem(found, remedy) : warning(found, remedy)
  }
  if (connections > 0.9 * mostConnections)
    return warning(
      `${connections} of ${mostConnections} connections are in use`,
      'Raise max_connections, or lower DATABASE_POOL_SIZE; other programs on the same server count too.',
    )
  return ok(`Postgres ${major}, ${connections} of ${mostConnections} connections in use`)
}

async function readDatabase(database: DeskDatabase): Promise<DatabaseReading> {
  const [server] = await database.query<{ version: number; connections: number; most: number }>(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('max_connections')::int AS most,
           (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections`)
  const [oldest] = await database.query<{ pid: number; program: string; seconds: number }>(
    OLDEST_TRANSACTION,
    [0],
  )
  if (!server) throw new Error('the server said nothing of itself')
  return {
    version: server.version,
    connections: server.connections,
    mostConnections: server.most,
    oldest,
  }
}

/** Migrations by schema. */
export type Migrations = Readonly<Record<string, readonly string[]>>

const listMissing = (from: Migrations, among: Migrations): string[] =>
  Object.entries(among).flatMap(([schema, names]) =>
    names.filter((name) => !from[schema]?.includes(name)).map((name) => `${schema}: ${name}`),
  )

/** @param known what this release applies. @param applied what the data have. */
export function judgeMigrations(known: Migrations, applied: Migrations): Finding {
  if (Object.keys(applied).length === 0) return warning('the database is empty', 'Start the desk once.')
  const pending = listMissing(applied, known)
  const later = listMissing(known, applied)
  if (pending.length > 0 && later.length > 0)
    return problem(
      `the data are of another line of releases: ${later.length} migrations are not known here (${later[0]}), ${pending.length} are missing`,
      'Run the release that wrote the data.',
    )
  if (pending.length > 0)
    return warning(
      `the release is newer than the data: ${pending.length} migrations wait (${pending[0]})`,
      'They are applied when the desk starts: restart it.',
    )
  if (later.length > 0)
    return warning(
      `the data are of a later release: ${later.length} migrations are not known here (${later[0]})`,
      'Right after a roll back by one release. Otherwise run the release that wrote the data.',
    )
  return ok('the data are of this release')
}

async function readMigrations(database: DeskDatabase): Promise<Migrations> {
  const schemas = await database.query<{ schema: string }>(`
    SELECT n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = 'migrations' AND c.relkind = 'r' AND n.nspname ~ '^[a-z_]+$' AND n.nspname <> 'public'`)
  const applied: Record<string, string[]> = {}
  for (const { schema } of schemas) {
    const rows = await database.query<{ name: string }>(`SELECT name FROM ${schema}.migrations`)
    applied[schema] = rows.map(({ name }) => name)
  }
  return applied
}

export interface PhoneReading {
  /** Numbers on the real network. */
  numbers: number
  /** Of those, whose last session ended because WhatsApp refused its client version. */
  refused: number
  /** When WhatsApp's version was last read; null when never. */
  checkedAt: Date | null
  /** When reading it failed last; null after a success. */
  failedAt: Date | null
  /** WHATSAPP_WEB_VERSION: the only version that is used. */
  pinned: string | undefined
}

const READ_LATE_MS = 3 * 24 * 3_600_000

export function judgePhoneVersion(reading: PhoneReading, now: Date): Finding {
  const { numbers, refused, checkedAt, failedAt, pinned } = reading
  if (numbers === 0) return ok('no number is linked')
  if (refused > 0)
    return problem(
      `WhatsApp refuses the client version of ${refused} of ${numbers} numbers`,
      pinned === undefined
        ? 'The desk reads the newest version by itself and tries again within the hour. If it stays so, the protocol has changed: upgrade Balcão.'
        : `Remove WHATSAPP_WEB_VERSION (${pinned}), so that the newest is read, and restart the desk.`,
    )
  if (pinned !== undefined)
    return warning(
      `the client version is fixed to ${pinned}: WhatsApp refuses it some months after it came out`,
      'Remove WHATSAPP_WEB_VERSION unless you need it.',
    )
  const isLate = !checkedAt || now.getTime() - checkedAt.getTime() > READ_LATE_MS
  if (failedAt && isLate)
    return warning(
      `WhatsApp’s client version could not be read since ${(checkedAt ?? failedAt).toISOString().slice(0, 10)}`,
      'The server must reach web.whatsapp.com on port 443. Numbers stay connected; old versions are refused one day.',
    )
  return ok(`${numbers} numbers, none refused for its client version`)
}

async function readPhone(database: DeskDatabase, pinned: string | undefined): Promise<PhoneReading> {
  const [numbers] = await database.query<{ numbers: number; refused: number }>(`
    SELECT count(*)::int AS numbers, count(*) FILTER (WHERE last_end = 'outdated')::int AS refused
    FROM messaging_gateway.connections WHERE provider = 'beta' AND deleted_at IS NULL AND wanted`)
  const [client] = await database.query<{ checkedAt: Date | null; failedAt: Date | null }>(
    'SELECT checked_at AS "checkedAt", failed_at AS "failedAt" FROM messaging_gateway.web_client',
  )
  return {
    numbers: numbers?.numbers ?? 0,
    refused: numbers?.refused ?? 0,
    checkedAt: client?.checkedAt ?? null,
    failedAt: client?.failedAt ?? null,
    pinned,
  }
}

/** @param isDemo whether this desk is a loopback demo, where demo accounts are right. */
export function judgeDemoAccounts(accounts: number, isDemo: boolean): Finding {
  if (accounts === 0) return ok('no account has the demo’s password')
  if (isDemo) return ok(`${accounts} demo accounts, on a demo that only this machine reaches`)
  return problem(
    `${accounts} accounts have the demo’s published password`,
    'Stop the desk and run `node scripts/end-demo.mjs`: it makes a super user of your own and closes the demo.',
  )
}

async function countDemoAccounts(database: DeskDatabase): Promise<number> {
  const [found] = await database.query<{ accounts: number }>(
    'SELECT count(*)::int AS accounts FROM auth.users WHERE demo AND active',
  )
  return found?.accounts ?? 0
}

export interface DatabaseFacts {
  sets: readonly MigrationSet[]
  pinnedVersion: string | undefined
  isDemo: boolean
  now(): Date
}

/* Where the database cannot be reached, one finding says so; the others would repeat it. */
async function whenReachable(database: DeskDatabase, judge: () => Promise<Finding>): Promise<Finding> {
  const isReachable = await database.query('SELECT').then(
    () => true,
    () => false,
  )
  return isReachable
    ? judge()
    : warning('not looked at: the database cannot be reached', 'See “database” above.')
}

export function databaseChecks(database: DeskDatabase, facts: DatabaseFacts): Check[] {
  const known = Object.fromEntries(facts.sets.map((set) => [set.schema, listMigrationNames(set)]))
  const later = (name: string, judge: () => Promise<Finding>): Check => ({
    name,
    run: () => whenReachable(database, judge),
  })
  const hasTables = async () => (await readMigrations(database)).messaging_gateway !== undefined
  return [
    {
      name: 'database',
      run: async () => {
        try {
          return judgeDatabase(await readDatabase(database))
        } catch (error) {
          const { code, message } = error as { code?: string; message: string }
          return problem(
            `Postgres cannot be reached: ${code ?? message}`,
            'See that it runs, and that DATABASE_URL has its address, user, password and database.',
          )
        }
      },
    },
    later('release', async () => judgeMigrations(known, await readMigrations(database))),
    later('phone version', async () =>
      (await hasTables())
        ? judgePhoneVersion(await readPhone(database, facts.pinnedVersion), facts.now())
        : ok('no number is linked'),
    ),
    later('demo accounts', async () =>
      judgeDemoAccounts((await hasTables()) ? await countDemoAccounts(database) : 0, facts.isDemo),
    ),
  ]
}
