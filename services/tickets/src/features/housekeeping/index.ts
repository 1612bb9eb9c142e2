export { ticketsCompanyErasure } from './erase-company'
export { eraseDeleted, sweep, type HousekeepingDeps } from './housekeeping'
export type { HousekeepingStore } from './housekeeping.store'
export { moveDocuments, type MoveDocumentsDeps } from './move-documents'
