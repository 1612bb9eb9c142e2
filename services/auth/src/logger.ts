import { createLogger } from '@balcao/platform'

export const authLog = createLogger('auth')
/** Audit log of sessions; one line per fact, ids only. */
export const auditLog = createLogger('auth.audit')
