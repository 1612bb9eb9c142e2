export { IntegrationsPage } from './integrations-page'
export { SecretDialog } from './secret-dialog'
