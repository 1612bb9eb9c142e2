export {
  listAppSecrets,
  hashVerifyToken,
  openCredentials,
  type CloudAccount,
  type CloudCredentials,
  type CloudNumber,
} from './cloud-account'
export type { CloudAccountStore } from './cloud-account.store'
export type { CloudApi } from './cloud-api.port'
export { recordNumber } from './record-number'
