export type { ClosedTicketStore } from './closed-ticket.store'
export { saveRetention } from './edit-retention'
export { enforceRetention, type EnforceDeps } from './enforce-retention'
export type { RetentionRuleStore } from './retention.store'
