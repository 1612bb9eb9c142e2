export { buildUrlOnHost } from './allowed-url'
export type { Resolve } from './guarded-dispatcher'
export { createOutgoingHttp } from './guarded-http'
export { openWebhookHttp } from './webhook-http'
