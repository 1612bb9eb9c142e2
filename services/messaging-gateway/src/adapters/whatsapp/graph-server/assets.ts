/** What a business has at Meta: apps with tokens, portfolios, accounts and phone numbers. */

export type Scope = 'whatsapp_business_messaging' | 'whatsapp_business_management' | 'business_management'

export interface App {
  id: string
  name: string
  secret: string
  /** The one before the last rotation. */
  previousSecret: string | undefined
  /** Webhooks during a rotation; `both`: each first with the previous, then, when refused, with the current secret. */
  signsWith: 'current' | 'previous' | 'both'
  webhook: { url: string; verifyToken: string; fields: readonly string[] | 'all' } | undefined
  /** Facebook Login for Business; undefined: the app does not have it. */
  login: AppLogin | undefined
}

export interface AppLogin {
  /** Of the login variation WhatsApp Embedded Signup. */
  configId: string
  /** Origins of pages that may open the dialog: “Allowed domains for the JavaScript SDK”. */
  allowedOrigins: readonly string[]
}

/** What a person's consent in the dialog of the login gives the app: a token of these accounts, once. */
export interface LoginCode {
  value: string
  appId: string
  accountIds: readonly string[]
  expiresAtMs: number
  isUsed: boolean
}

export interface Token {
  value: string
  appId: string
  /** Of the system user. */
  userId: string
  scopes: readonly Scope[]
  /** Accounts that the system user is assigned to. */
  accountIds: readonly string[]
  /** Whether it is assigned to send, not to read alone. */
  maySend: boolean
  /** Whether it is an administrator or developer of the app: uploads of the app need it (docs/graph-api/reference/application/uploads). */
  hasAppRole: boolean
  /** Undefined: never. */
  expiresAt: Date | undefined
  isRevoked: boolean
}

export type MessagingTier = 'TIER_50' | 'TIER_250' | 'TIER_2K' | 'TIER_10K' | 'TIER_100K' | 'TIER_UNLIMITED'

/** Shares its messaging limit and its users' business-scoped ids among all its accounts (messaging-limits, 2025-10-07). */
export interface Portfolio {
  id: string
  tier: MessagingTier
  /** Whether webhooks name a parent id besides the business-scoped one. */
  hasParentIds: boolean
}

export interface SubscribedApp {
  appId: string
  override: { url: string; verifyToken: string } | undefined
}

export interface BusinessAccount {
  id: string
  name: string
  portfolioId: string
  currency: string
  timezoneId: string
  subscribedApps: SubscribedApp[]
  /** 368: restricted for a while; 131031: locked; 131042: unpaid; undefined: may send. */
  refusal: 368 | 131031 | 131042 | undefined
}

/** `sync_type` of what a number in use with the WhatsApp Business app shares. */
export const phoneData = ['smb_app_state_sync', 'history'] as const
export type PhoneData = (typeof phoneData)[number]

export interface PhoneNumber {
  id: string
  accountId: string
  /** Digits only, with country code. */
  digits: string
  displayPhoneNumber: string
  verifiedName: string
  nameStatus: 'APPROVED' | 'PENDING_REVIEW' | 'DECLINED'
  quality: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'
  throughput: 'STANDARD' | 'HIGH'
  status: 'CONNECTED' | 'PENDING' | 'FLAGGED' | 'RESTRICTED' | 'BANNED' | 'DISCONNECTED'
  /** Whether its owner has shown that it is theirs, by a code. */
  isVerified: boolean
  /** Of two-step verification; undefined: it has none. */
  pin: string | undefined
  /** In use with the WhatsApp Business app too (coexistence). */
  isOnBusinessApp: boolean
  /** Of a number in use with the app: since when the API has it, too. */
  onboardedAt: Date
  /** What of the phone was asked for since. */
  askedOfPhone: PhoneData[]
  /** During an upgrade: requests are refused with 131057. */
  isInMaintenance: boolean
}
