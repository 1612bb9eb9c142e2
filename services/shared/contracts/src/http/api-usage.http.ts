import { apiUsageRoutes } from './api-usage.routes'
import { endpoint } from './endpoint'

export const getApiUsage = endpoint(apiUsageRoutes.getApiUsage, {
  access: 'admin',
  plan: 'useExternalApi',
  tag: 'api',
  summary:
    'How many messages the company has sent through the API in this minute of the clock and on this day of São Paulo, and how many its plan allows; a `limit` of 0 is none.',
})
