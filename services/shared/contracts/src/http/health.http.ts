import { endpoint } from './endpoint'
import { idText, instantText, object } from './fields'
import { healthRoutes } from './health.routes'

const connectionParams = object({ whatsappId: idText().required() })

export const getConnectionHealthQuery = object({ since: instantText().optional() })

export const getConnectionHealth = endpoint(healthRoutes.getConnectionHealth, {
  access: 'admin',
  params: connectionParams,
  query: getConnectionHealthQuery,
  tag: 'connections',
  summary:
    'How a number is doing since an instant of the last 30 days (24 hours ago unless given): client version, ends of its session, refusals, pauses, last messages.',
  errors: ['ERR_NO_WAPP_FOUND'],
})
