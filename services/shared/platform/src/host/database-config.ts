import { env, type ValuesOf } from '../config'
import { parsePostgresUrl, type PostgresServer } from '../postgres'

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
  roleSecret: string | undefined
  poolSize: number
}

export const buildDatabaseSettings = (values: ValuesOf<typeof databaseFields>): DatabaseSettings => ({
  server: parseServer(values.DATABASE_URL, values.DATABASE_DIRECT_URL),
  roleSecret: values.DATABASE_ROLE_SECRET,
  poolSize: values.DATABASE_POOL_SIZE,
})

function parseServer(text: string | undefined, direct: string | undefined): PostgresServer | undefined {
  if (text === undefined) return direct === undefined ? undefined : parsePostgresUrl(direct)
  return { ...parsePostgresUrl(text), ...(direct !== undefined && { direct: parsePostgresUrl(direct) }) }
}
