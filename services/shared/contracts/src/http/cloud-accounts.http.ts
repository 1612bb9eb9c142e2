import { cloudAccountRoutes } from './cloud-accounts.routes'
import { endpoint } from './endpoint'
import { idText, literals, object, text } from './fields'

const params = object({ whatsappId: idText().required() })

/** Ids of Meta are digits; the longest that are known have 17. */
export const metaId = () => text(32).trim().matches(/^\d+$/, 'Only digits').required(literals.required)

/** Visible ASCII. */
export const secret = (most: number) =>
  text(most)
    .trim()
    .matches(/^[\x21-\x7e]*$/, 'Only letters, digits and signs')

/** Characters of the secrets. */
export const longest = { token: 1_024, appSecret: 128, verifyToken: 256, code: 2_048 } as const

export const cloudAccountBody = object({
  phoneNumberId: metaId(),
  businessAccountId: metaId(),
  /** Of a system user, with whatsapp_business_messaging. Empty keeps what is set. */
  token: secret(longest.token).default(''),
  /** Empty keeps what is set; the one that it replaces is still accepted for a day. */
  appSecret: secret(longest.appSecret).default(''),
  /** Chosen by the company, repeated where Meta asks for it. Empty keeps what is set. */
  verifyToken: secret(longest.verifyToken).default(''),
})

/** What the embedded sign-up of Meta gave the page. */
export const cloudSignupBody = object({
  /** Valid for 30 seconds, for one exchange. */
  code: secret(longest.code).required(literals.required),
  /** Empty: that of the account which is in use with the WhatsApp Business app too. Meta's dialog does not always say it. */
  phoneNumberId: text(32).trim().matches(/^\d*$/, 'Only digits').default(''),
  businessAccountId: metaId(),
  /** Of the number's two-step verification, where it has one already. Empty: one is made. */
  pin: text(6)
    .trim()
    .matches(/^(\d{6})?$/, 'Only digits')
    .default(''),
})

const checks = { access: 'admin', tag: 'connections', params } as const

export const getCloudAccount = endpoint(cloudAccountRoutes.getCloudAccount, {
  ...checks,
  summary: 'What a connection of the official API has of its credentials, never the secrets themselves.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_OFFERED'],
})

export const saveCloudAccount = endpoint(cloudAccountRoutes.saveCloudAccount, {
  ...checks,
  body: cloudAccountBody,
  summary:
    'Stores the credentials of the official API after Meta has accepted them, and connects. Secrets that are empty stay as they are.',
  errors: [
    'ERR_NO_WAPP_FOUND',
    'ERR_WAPP_NOT_OFFERED',
    'ERR_CLOUD_TOKEN',
    'ERR_CLOUD_PERMISSION',
    'ERR_CLOUD_NUMBER_ID',
    'ERR_CLOUD_APP_SECRET',
    'ERR_CLOUD_NUMBER_TAKEN',
    'ERR_CLOUD_UNAVAILABLE',
  ],
})

export const signUpCloudAccount = endpoint(cloudAccountRoutes.signUpCloudAccount, {
  ...checks,
  body: cloudSignupBody,
  summary:
    'Connects a number by what the embedded sign-up of the installation’s app gave: exchanges the code, registers the number, and stores the credentials. The same code again answers the first result, or goes on with a PIN for ten minutes.',
  errors: [
    'ERR_NO_WAPP_FOUND',
    'ERR_WAPP_NOT_OFFERED',
    'ERR_CLOUD_SIGNUP_CODE',
    'ERR_CLOUD_SIGNUP_APP',
    'ERR_CLOUD_SIGNUP_BUSY',
    'ERR_CLOUD_PIN',
    'ERR_CLOUD_REGISTER',
    'ERR_CLOUD_REGISTER_LIMIT',
    'ERR_CLOUD_WEBHOOK',
    'ERR_CLOUD_TOKEN',
    'ERR_CLOUD_PERMISSION',
    'ERR_CLOUD_NUMBER_ID',
    'ERR_CLOUD_APP_SECRET',
    'ERR_CLOUD_NUMBER_TAKEN',
    'ERR_CLOUD_UNAVAILABLE',
  ],
})
