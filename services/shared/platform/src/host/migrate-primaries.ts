import type { Service } from '@balcao/kernel'

import { findLastIds, migrate, type MigrateOptions } from '../postgres'
import { primariesOf, type Servers } from './runtime'

/** Brings each primary's schemas up to date: those of the services whose companies may be there. See `migrate`. */
export async function migratePrimaries(
  primaries: Servers,
  services: readonly Pick<Service, 'name' | 'migrations'>[],
  options: Pick<MigrateOptions, 'roleSecret' | 'rolePassword' | 'log'>,
): Promise<void> {
  const [first, ...more] = primaries
  const setsOn = (primary: Servers[number]) =>
    services
      .filter(({ name }) => primariesOf({ primaries }, name).includes(primary))
      .map(({ migrations }) => migrations)
  if (more.length === 0) return migrate(setsOn(first), { ...options, admin: first.server })
  await migrate(setsOn(first), { ...options, admin: first.server, primary: { number: 0 } })
  for (const [index, primary] of more.entries()) {
    const sets = setsOn(primary)
    const lastOfFirst = await findLastIds(
      first.server,
      sets.map(({ schema }) => schema),
    )
    await migrate(sets, {
      ...options,
      admin: primary.server,
      primary: { number: index + 1, lastOfFirst },
    })
  }
}
