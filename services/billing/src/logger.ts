import { createLogger } from '@balcao/platform'

export const billingLog = createLogger('billing')
/** Audit log of plans and payments; one line per fact, ids only. */
export const auditLog = createLogger('billing.audit')
