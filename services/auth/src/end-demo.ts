import { AppError, systemClock } from '@balcao/kernel'
import {
  createEventLog,
  createIds,
  defineConfig,
  migrate,
  openDatabase,
  readConfig,
  type ConfigSource,
  type PostgresServer,
} from '@balcao/platform'

import { Argon2Passwords } from './adapters/passwords/argon2-passwords'
import { PgCompanyStore } from './adapters/postgres/pg-company-store'
import { PgRefreshTokenStore } from './adapters/postgres/pg-refresh-token-store'
import { PgUserStore } from './adapters/postgres/pg-user-store'
import { firstAdminFields, buildFirstAdmin, type FirstAdmin } from './config'
import { endDemo } from './features/demo'
import { authMigrations } from './migrations'

const config = defineConfig({
  title: 'the first administrator',
  fields: firstAdminFields,
  build: buildFirstAdmin,
})

/** FIRST_ADMIN_* from the command's environment. @throws {ConfigError} @throws {AppError} when they are missing. */
export function readFirstAdmin(source?: ConfigSource): FirstAdmin {
  const first = readConfig(config, source)
  if (first) return first
  throw new AppError('ERR_VALIDATION', { detail: 'FIRST_ADMIN_EMAIL and FIRST_ADMIN_PASSWORD are required' })
}

/**
 * Runs `endDemo` on a stopped installation: migrates auth's schema first.
 * @param server login as the owner of the schemas.
 * @returns the e-mails of deactivated users; empty without a demo, and then nothing was changed.
 */
export async function runEndDemo(
  server: PostgresServer,
  roleSecret: string | undefined,
  first: FirstAdmin,
): Promise<string[]> {
  const login = roleSecret === undefined ? {} : { roleSecret }
  await migrate([authMigrations], { admin: server, ...login })
  const db = openDatabase({ admin: server, schema: authMigrations.schema, ...login })
  try {
    const deps = {
      db,
      clock: systemClock,
      ids: createIds(systemClock),
      events: createEventLog(authMigrations.schema),
      companies: new PgCompanyStore([]),
      users: new PgUserStore(),
      refreshTokens: new PgRefreshTokenStore(),
    }
    const passwordHash = await new Argon2Passwords().hash(first.password)
    return (await endDemo(deps, { ...first, passwordHash })).map(({ email }) => email)
  } finally {
    await db.close()
  }
}
