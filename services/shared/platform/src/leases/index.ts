export { SESSION_LEASE } from './lease-signals'
export {
  createPgLeases,
  leaseTimes,
  type HeldLease,
  type LeaseTimes,
  type PgLeases,
  type PgLeasesOptions,
} from './pg-leases'
export { spreadLeases } from './spread-leases'
