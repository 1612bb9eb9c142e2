import type { CloudCredentials, CloudNumber } from './cloud-account'

export type { CloudCredentials, CloudNumber } from './cloud-account'

/** The Graph API, as far as credentials are checked with it. */
export interface CloudApi {
  /**
   * What Meta says of the number. Asks for the number, for the business account that has it, and subscribes the app to the account's
   * webhooks.
   * @throws {AppError} ERR_CLOUD_TOKEN, ERR_CLOUD_PERMISSION, ERR_CLOUD_NUMBER_ID, ERR_CLOUD_APP_SECRET, ERR_CLOUD_UNAVAILABLE
   */
  check(credentials: CloudCredentials): Promise<CloudNumber>
}
