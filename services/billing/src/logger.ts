import { createLogger } from '@balcao/platform'

export const billingLog = createLogger('billing')
