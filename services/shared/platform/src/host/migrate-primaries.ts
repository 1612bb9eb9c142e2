import type { Service } from '@balcao/kernel'

import { alignGenerations } from '../events'
import { findLastIds, migrate, type MigrateOptions } from '../postgres'
import { primariesOf, type Servers } from './runtime'

/** Brings each primary's schemas up to date: those of the services whose companies may be there. See `migrate`. */
export async function migratePrimaries(
  primaries: Servers,
  services: readonly Pick<Service, 'name' | 'migrations'>[],
  options: Pick<MigrateOptions, 'roleSecret' | 'rolePassword' | 'log'>,
): Promise<void> {
  const [first] = primaries
  for (const [number, primary] of primaries.entries()) {
    const sets = services
      .filter(({ name }) => primariesOf({ primaries }, name).includes(primary))
      .map(({ migrations }) => migrations)
    const schemas = sets.map(({ schema }) => schema)
    const lastOfFirst = number > 0 ? await findLastIds(first.server, schemas) : undefined
    await migrate(sets, {
      ...options,
      admin: primary.server,
      ...(primaries.length > 1 && { primary: { number, lastOfFirst } }),
    })
  }
  for (const { name, migrations } of services) {
    const [one, ...others] = primariesOf({ primaries }, name)
    if (others.length > 0)
      await alignGenerations([one.server, ...others.map(({ server }) => server)], migrations.schema)
  }
}
