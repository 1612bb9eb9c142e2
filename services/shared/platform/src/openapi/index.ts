export { docsRouter } from './docs-router'
export { listEndpoints, buildOpenApi, type OpenApi } from './openapi'
