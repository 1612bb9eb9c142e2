import { DAY, HOUR, MINUTE, SECOND } from '@balcao/kernel'

/** What the server allows and how it behaves. Every value may be changed while it runs. */
export interface GraphSettings {
  /** Versions that paths may name. Older ones answer as the oldest does, newer ones are unknown paths. */
  versions: { oldest: number; newest: number }
  /** Version in which an app's webhooks are written, unless the app says another. */
  webhookVersion: number
  /** From the acceptance of a message; undefined: that status does not come by itself. */
  receipts: { sentMs?: number; deliveredMs?: number; readMs?: number }
  /** Where a closed window shows up. */
  windowRefusal: 'answer' | 'status'
  /** Which documented HTTP status throttling has: the newest page says 400, older ones 429. */
  throttlingStatus: 400 | 429
  windowMs: number
  freeEntryPointMs: number
  /** Prices of an open window as before 2026-10-01. */
  windowIsFree: boolean
  pairRate: { intervalMs: number; burst: number }
  throughputPerSecond: { STANDARD: number; HIGH: number; coexistence: number }
  /** Requests for the account's own resources, per app and account and hour. */
  managementRequestsPerHour: number
  mediaUrlMs: number
  mediaIdMs: number
  receivedMediaIdMs: number
  /** Neither is documented: clients say that a handle is short-lived, a day. */
  uploadSessionMs: number
  sampleHandleMs: number
  loginCodeMs: number
  /** Requests to register a number. */
  registrations: { most: number; windowMs: number }
  webhookRetry: { firstMs: number; longestMs: number; giveUpMs: number }
  /** POSTs under way at once for an app. More than one: order is not kept. */
  webhooksAtOnce: number
  /** Webhooks without an answer for so long have failed. */
  webhookTimeoutMs: number
  /** From submission to the decision; undefined: the template stays PENDING until a person decides. */
  templateReviewMs: number | undefined
  templatesPerAccount: number
}

/**
 * Sources, all of developers.facebook.com/documentation/business-messaging/whatsapp/…, with the day they were served:
 * - versions: docs/graph-api/changelog (2026-11): v26.0 since 2026-07-29, v20.0 ended 2026-09-24, v21.0 ends 2027-01-21; calls of
 *   an ended version are "defaulted to the oldest usable one" (docs/graph-api/guides/versioning).
 * - window: messages/send-messages#customer-service-windows (2025-11-04); free entry point 72 hours: pricing (2026-09-11).
 * - pair rate: about-the-platform#pair-rate-limits (2026-09-11): 1 message every 6 seconds, bursts of 45 that borrow from the future.
 * - throughput: throughput (2026-09-11): 80 a second, 1,000 after an upgrade, 20 for numbers of the WhatsApp Business app.
 * - management requests: about-the-platform#rate-limits (2026-09-11): 5,000 an hour for an active account.
 * - media: business-phone-numbers/media (2025-11): a URL is valid 5 minutes; uploads are kept 30 days, media of webhooks 7 days.
 * - retries: webhooks/overview (2025-12-02): "with decreasing frequency" for 7 days; throughput (2026-09-11): "exponential backoff".
 *   First and longest delays are not documented. Nor is the time limit; the median shall stay below 250 ms, 99 % below 1 s.
 * - login: embedded-signup/implementation (2026-06-28): a code is valid for 30 seconds. Registrations: business-phone-numbers/registration:
 *   10 requests in 72 hours (133016).
 * - templates: templates/overview#template-limits: 250 (6,000 for a verified business); review "up to 24 hours".
 */
export const DEFAULT_SETTINGS: GraphSettings = {
  versions: { oldest: 21, newest: 26 },
  webhookVersion: 26,
  receipts: { sentMs: 0, deliveredMs: 0 },
  windowRefusal: 'status',
  throttlingStatus: 400,
  windowMs: DAY,
  freeEntryPointMs: 3 * DAY,
  windowIsFree: false,
  pairRate: { intervalMs: 6 * SECOND, burst: 45 },
  throughputPerSecond: { STANDARD: 80, HIGH: 1_000, coexistence: 20 },
  managementRequestsPerHour: 5_000,
  mediaUrlMs: 5 * MINUTE,
  mediaIdMs: 30 * DAY,
  receivedMediaIdMs: 7 * DAY,
  uploadSessionMs: DAY,
  sampleHandleMs: DAY,
  loginCodeMs: 30 * SECOND,
  registrations: { most: 10, windowMs: 72 * HOUR },
  webhookRetry: { firstMs: 5 * SECOND, longestMs: 12 * HOUR, giveUpMs: 7 * DAY },
  webhooksAtOnce: 4,
  webhookTimeoutMs: 10 * SECOND,
  templateReviewMs: MINUTE,
  templatesPerAccount: 250,
}
