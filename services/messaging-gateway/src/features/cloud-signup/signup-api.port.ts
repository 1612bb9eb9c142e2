import type { CloudCredentials } from '../cloud-accounts'
import type { SignupApp } from './cloud-signup'

export type { SignupApp } from './cloud-signup'

/** The Graph API, as far as an embedded sign-up needs it. Each throws ERR_CLOUD_UNAVAILABLE, too. */
export interface SignupApi {
  /** The business's token, for a code of the app. Not idempotent. @throws {AppError} ERR_CLOUD_SIGNUP_CODE, ERR_CLOUD_SIGNUP_APP */
  exchangeCode(app: SignupApp, code: string): Promise<string>
  /**
   * The account's number that is in use with the WhatsApp Business app too.
   * @throws {AppError} ERR_CLOUD_NUMBER_ID unless there is one, ERR_CLOUD_TOKEN, ERR_CLOUD_PERMISSION
   */
  findNumberOnPhone(credentials: Omit<CloudCredentials, 'phoneNumberId'>): Promise<string>
  /**
   * Whether the number can be used already, so that it needs no registration.
   * @throws {AppError} ERR_CLOUD_TOKEN, ERR_CLOUD_PERMISSION, ERR_CLOUD_NUMBER_ID
   */
  isRegistered(credentials: CloudCredentials): Promise<boolean>
  /**
   * Registers a verified number; the PIN becomes that of its two-step verification, or is the one that it has. Idempotent with the same PIN.
   * @throws {AppError} ERR_CLOUD_PIN, ERR_CLOUD_REGISTER, ERR_CLOUD_REGISTER_LIMIT, ERR_CLOUD_TOKEN, ERR_CLOUD_PERMISSION
   */
  register(credentials: CloudCredentials, pin: string): Promise<void>
  /**
   * Has the account's messages sent to this URL, which Meta asks for the verify token first. The app must be subscribed to the account.
   * @throws {AppError} ERR_CLOUD_WEBHOOK, ERR_CLOUD_TOKEN, ERR_CLOUD_PERMISSION
   */
  overrideWebhook(credentials: CloudCredentials, url: string, verifyToken: string): Promise<void>
}
