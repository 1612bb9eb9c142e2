export {
  applyEntered,
  listAppSecrets,
  hashVerifyToken,
  openCredentials,
  type CloudAccount,
  type CloudCredentials,
  type CloudNumber,
  type EnteredAccount,
} from './cloud-account'
export type { CloudAccountStore } from './cloud-account.store'
export type { CloudApi } from './cloud-api.port'
export { recordNumber } from './record-number'
