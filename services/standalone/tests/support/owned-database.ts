import { randomBytes } from 'node:crypto'

import { migrate, type PostgresServer } from '@balcao/platform'
import { testDatabase } from '@balcao/testkit'

import { createUnconnectedServices } from './unconnected-services'

export interface OwnedDatabase {
  /** May create roles and read others' sessions, and is no superuser: row-level security binds it. */
  owner: PostgresServer
  admin: PostgresServer
  /** Work to stop before it is dropped. */
  onClose(stop: () => Promise<void>): void
}

/** A database with every service's schema, migrated by an owner who is no superuser, as on a cluster. Dropped after the file's tests. */
export async function createOwnedDatabase(): Promise<OwnedDatabase> {
  const sets = createUnconnectedServices().map(({ migrations }) => migrations)
  // Makes the services' roles, which the owner then may change.
  const pg = await testDatabase(sets)
  const name = `owned_${randomBytes(4).toString('hex')}`
  const password = randomBytes(9).toString('hex')
  await pg.sql(`CREATE ROLE ${name} LOGIN NOSUPERUSER CREATEROLE PASSWORD '${password}'`)
  await pg.sql(`GRANT pg_read_all_stats TO ${name}`)
  const roles = await pg.sql<{ role: string }>(
    `SELECT rolname AS role FROM pg_roles WHERE rolname LIKE 'balcao\\_%'`,
  )
  for (const { role } of roles) await pg.sql(`GRANT ${role} TO ${name} WITH ADMIN OPTION`)
  await pg.sql(`CREATE DATABASE ${name} OWNER ${name}`)
  pg.onClose(async () => {
    await pg.sql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await pg.sql(`DROP ROLE IF EXISTS ${name}`)
  })
  const owner = { ...pg.admin, user: name, password, database: name }
  await migrate(sets, { admin: owner })
  return { owner, admin: { ...pg.admin, database: name }, onClose: (stop) => pg.onClose(stop) }
}
