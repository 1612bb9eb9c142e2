export type { ApiKey, NewApiKey } from './api-key'
export type { ApiKeyStore } from './api-key.store'
export { reportApiKeyUse } from './report-use'
