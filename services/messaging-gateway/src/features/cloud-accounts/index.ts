export {
  applyEntered,
  listAppSecrets,
  hashVerifyToken,
  openCredentials,
  sealPurpose,
  type CloudAccount,
  type CloudCredentials,
  type CloudNumber,
  type EnteredAccount,
} from './cloud-account'
export type { CloudAccountStore } from './cloud-account.store'
export type { CloudApi } from './cloud-api.port'
export { assertLinksByCredentials, storeCloudAccount, type CloudAccountDeps } from './save-cloud-account'
export { createShowAccount, type ShowAccount } from './show-account'
export { recordNumber } from './record-number'
