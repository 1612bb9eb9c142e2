import { createLogger } from '@balcao/platform'

export const ticketsLog = createLogger('tickets')
