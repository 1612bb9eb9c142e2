import { createLogger } from '@balcao/platform'

export const ticketsLog = createLogger('tickets')
/** What administrators decided and what came of it; ids and counts only. */
export const auditLog = createLogger('tickets.audit')
