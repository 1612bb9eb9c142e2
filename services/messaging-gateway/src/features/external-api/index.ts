export { sendApiRoutes } from './send-api.routes'
export { sweepFilesJob } from './sweep-files.job'
export { sweepJob } from './sweep.job'
export type { ApiDeps } from './send-from-api'
