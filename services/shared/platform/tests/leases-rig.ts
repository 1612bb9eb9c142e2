import {
  createPgLeases,
  execute,
  protectTenantTable,
  type PgLeases,
  type PgLeasesOptions,
} from '@balcao/platform'
import type { LeasesRig, TestDatabase } from '@balcao/testkit'

/** A schema with leases and something that only their holder may write. */
export const guarded = {
  schema: 'guarded',
  migrations: [
    {
      name: '20260901T100000-create-writes',
      up: `CREATE TABLE writes (company_id integer NOT NULL); ${protectTenantTable('writes')}`,
    },
  ],
}

export function openLeases(
  pg: TestDatabase,
  owner: string,
  options: Pick<PgLeasesOptions, 'monotonicMs' | 'isOnlyWriter'> = {},
): PgLeases {
  const leases = createPgLeases({ db: pg.db('guarded'), owner, ...options })
  pg.onClose(() => leases.stop())
  return leases
}

/** What the leases' contract needs of a database that has `guarded`. */
export const leasesRig = (pg: TestDatabase): LeasesRig => ({
  db: pg.db('guarded'),
  first: openLeases(pg, 'first'),
  second: openLeases(pg, 'second'),
  firstOwner: 'first',
  expire: async (name) => {
    await pg.sql("UPDATE guarded.session_lease SET expires_at = now() - interval '1 s' WHERE name = $1", [
      name,
    ])
  },
  write: async (tx) => {
    await execute(tx, 'INSERT INTO writes (company_id) VALUES (1)')
  },
  writes: async () =>
    (await pg.sql<{ n: number }>('SELECT count(*)::int AS n FROM guarded.writes'))[0]?.n ?? 0,
})
