export { eraseDeleted, sweep, type HousekeepingDeps } from './housekeeping'
export type { HousekeepingStore } from './housekeeping.store'
