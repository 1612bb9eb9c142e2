export { ticketsCompanyErasure } from './erase-company'
export { eraseDeleted, sweep, type HousekeepingDeps } from './housekeeping'
export type { HousekeepingStore, OrphanFinder } from './housekeeping.store'
