import { env, type ValuesOf } from '../config'
import { FIRST_PRIMARY, MOST_PRIMARIES, parsePostgresUrl, type PostgresServer } from '../postgres'
import type { MorePrimary } from './runtime'

const POSTGRES = ['postgres', 'postgresql']

/** Variables of every process that uses an external Postgres. */
export const databaseFields = {
  DATABASE_URL: env.optional(
    env.url({
      protocols: POSTGRES,
      help: 'A Postgres server (15 or newer) to use instead of the built-in one, as an owner of the database.\nA service in a process of its own needs host and database of it, and logs in as its own role.',
    }),
  ),
  DATABASE_DIRECT_URL: env.optional(
    env.url({
      protocols: POSTGRES,
      help: 'The same database without a pooler. Given: DATABASE_URL is a pooler in transaction mode (PgBouncer);\nmigrations, LISTEN and advisory locks go past it.',
    }),
  ),
  MORE_PRIMARIES: env.list({
    default: [],
    help: 'Further Postgres servers, among which and DATABASE_URL the companies are spread: name=postgres://…, commas between them,\n|postgres://… behind one that is a pooler. Names and order stay for ever; a new one goes to the end (deploy/README.md).',
  }),
  DATABASE_ROLE_SECRET: env.optional(
    env.text({
      matches: /^.{32,}$/,
      help: 'From it the passwords of the services’ roles are made, where DATABASE_URL asks for passwords.',
    }),
  ),
  DATABASE_POOL_SIZE: env.integer({
    min: 2,
    max: 200,
    default: 6,
    help: 'Most database connections of one service in one process.',
  }),
}

export interface DatabaseSettings {
  /** Undefined when neither URL is set. */
  server: PostgresServer | undefined
  morePrimaries: readonly MorePrimary[]
  roleSecret: string | undefined
  poolSize: number
}

export const buildDatabaseSettings = (
  values: ValuesOf<typeof databaseFields>,
  fault: (message: string) => void,
): DatabaseSettings => ({
  server: parseServer(values.DATABASE_URL, values.DATABASE_DIRECT_URL),
  morePrimaries: parseMorePrimaries(values.MORE_PRIMARIES, fault),
  roleSecret: values.DATABASE_ROLE_SECRET,
  poolSize: values.DATABASE_POOL_SIZE,
})

function parseMorePrimaries(
  entries: readonly string[],
  fault: (message: string) => void,
): readonly MorePrimary[] {
  const parsed = entries.flatMap((entry) => {
    const [, name = '', url = '', direct] = /^([a-z][a-z0-9-]*)=([^|]+)(?:\|(.+))?$/.exec(entry) ?? []
    const server = name === '' ? undefined : tryServer(url, direct)
    // Not the entry itself, which may have a password.
    if (!server) fault(`MORE_PRIMARIES: ${name || 'an entry'} is not name=postgres://…`)
    return server ? [{ name, server }] : []
  })
  const names = [FIRST_PRIMARY, ...parsed.map(({ name }) => name)]
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) fault(`MORE_PRIMARIES: the name ${repeated} is taken`)
  if (names.length > MOST_PRIMARIES) fault(`MORE_PRIMARIES has room for ${MOST_PRIMARIES - 1}`)
  return parsed
}

function tryServer(url: string, direct: string | undefined): PostgresServer | undefined {
  const isPostgres = (text: string) =>
    URL.canParse(text) && POSTGRES.includes(new URL(text).protocol.replace(':', ''))
  return isPostgres(url) && (direct === undefined || isPostgres(direct))
    ? parseServer(url, direct)
    : undefined
}

function parseServer(text: string | undefined, direct: string | undefined): PostgresServer | undefined {
  if (text === undefined) return direct === undefined ? undefined : parsePostgresUrl(direct)
  return { ...parsePostgresUrl(text), ...(direct !== undefined && { direct: parsePostgresUrl(direct) }) }
}
