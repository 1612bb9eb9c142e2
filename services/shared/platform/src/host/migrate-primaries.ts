import type { Service } from '@balcao/kernel'

import { migrate, type MigrateOptions } from '../postgres'
import { primariesOf, type Servers } from './runtime'

/** Brings each primary's schemas up to date: those of the services whose companies may be there. See `migrate`. */
export async function migratePrimaries(
  primaries: Servers,
  services: readonly Pick<Service, 'name' | 'migrations'>[],
  options: Pick<MigrateOptions, 'roleSecret' | 'rolePassword' | 'log'>,
): Promise<void> {
  for (const [number, primary] of primaries.entries()) {
    const here = services.filter(({ name }) => primariesOf({ primaries }, name).includes(primary))
    await migrate(
      here.map(({ migrations }) => migrations),
      { ...options, admin: primary.server, ...(primaries.length > 1 && { primary: number }) },
    )
  }
}
