export { docsRouter } from './docs-router'
export { endpointsAmong, openApiOf, type OpenApi } from './openapi'
