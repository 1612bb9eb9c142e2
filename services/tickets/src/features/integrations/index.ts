export { isWebhook, sealPurposes, type Integration } from './integration'
export type { IntegrationStore } from './integration.store'
