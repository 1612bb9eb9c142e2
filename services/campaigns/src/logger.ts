import { createLogger } from '@balcao/platform'

export const schedulesLog = createLogger('campaigns.schedules')
