export { createPgLeases, leaseTimes, type HeldLease, type LeaseTimes, type PgLeases } from './pg-leases'
