import { SECOND, type OutgoingHttp, type OutgoingPolicy } from '@balcao/kernel'

import type { Resolve } from './guarded-dispatcher'
import { createOutgoingHttp } from './guarded-http'

const policy: OutgoingPolicy = {
  allowsPlainHttp: true,
  // Of an answer its beginning at most is read.
  maxBytes: 64 * 1024,
  totalMs: 10 * SECOND,
  idleMs: 10 * SECOND,
}

/**
 * To the webhooks that companies set up.
 * @param trustedOrigins private ones that the operator allows.
 * @param guard replaces DNS and the ports in tests.
 */
export const openWebhookHttp = (
  trustedOrigins: readonly string[],
  guard: { ports?: readonly number[]; resolve?: Resolve } = {},
): OutgoingHttp =>
  createOutgoingHttp({ ...policy, trustedOrigins, ...(guard.ports && { ports: guard.ports }) }, guard.resolve)
