import { createLogger } from '@balcao/platform'

export const authLog = createLogger('auth')
/** Who did what to which session; one line per fact, ids only. */
export const auditLog = createLogger('auth.audit')
