import { SECOND, type OutgoingHttp } from '@balcao/kernel'
import { createOutgoingHttp } from '@balcao/platform'

/** To the webhooks of companies. @param trustedOrigins private ones that the operator allows. */
export const openWebhookHttp = (trustedOrigins: readonly string[]): OutgoingHttp =>
  createOutgoingHttp({
    allowsPlainHttp: true,
    maxBytes: 64 * 1024,
    totalMs: 10 * SECOND,
    idleMs: 10 * SECOND,
    trustedOrigins,
  })
