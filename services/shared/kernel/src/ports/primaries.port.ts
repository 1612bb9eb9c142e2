import type { Database } from './database.port'
import type { Leases } from './leases.port'

/** A service's schema on one Postgres primary: its own database and leases, whatever other primaries there are. */
export interface Primary {
  name: string
  db: Database
  leases: Leases
}
