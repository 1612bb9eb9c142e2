export { sendApiRoutes } from './send-api.routes'
export { sweepJob } from './sweep.job'
export type { ApiDeps } from './send-from-api'
