import type { cloudAccountBody, cloudSignupBody } from './cloud-accounts.http'
import { type Sent, route } from './route'

/** The installation's app at Meta: what a page needs to open its embedded sign-up. None of it is a secret. */
export interface SignupAppView {
  appId: string
  /** Of Facebook Login for Business. */
  configId: string
  /** Of Graph: `v26.0`. */
  version: string
  /** Meta's JavaScript; without its language where there is `{locale}`. */
  sdkUrl: string
  /** Whose windows tell how the sign-up went. */
  origins: string[]
}

/** The credentials of the official API that a connection has, without its secrets. */
export interface CloudAccountView {
  /** '' until they are entered. */
  phoneNumberId: string
  /** '' until they are entered. */
  businessAccountId: string
  hasToken: boolean
  hasAppSecret: boolean
  /** The app's former secret is still accepted. */
  hasFormerAppSecret: boolean
  hasVerifyToken: boolean
  /** As Meta wrote the number when they were last checked; '' before. */
  displayNumber: string
  /** The name that customers see; '' before it is known. */
  verifiedName: string
  /** Meta's quality rating of the number (`GREEN`, `YELLOW`, `RED`, `UNKNOWN`); '' before it is known. */
  quality: string
  /** When Meta last accepted them; null before. */
  checkedAt: string | null
  /** Events of the webhook that could not be read, in the last week. */
  parkedEvents: number
  /** Null where the installation has no app: then credentials are pasted. */
  signup: SignupAppView | null
}

export const cloudAccountRoutes = {
  getCloudAccount: route('get', '/whatsapp/:whatsappId/cloud-account').with<{ answer: CloudAccountView }>(),
  saveCloudAccount: route('put', '/whatsapp/:whatsappId/cloud-account').with<{
    body: Sent<typeof cloudAccountBody>
    answer: CloudAccountView
  }>(),
  signUpCloudAccount: route('post', '/whatsapp/:whatsappId/cloud-account/signup').with<{
    body: Sent<typeof cloudSignupBody>
    answer: CloudAccountView
  }>(),
}
