import type { SendApiAnswer } from '@balcao/contracts'
import { AppError, DAY, MINUTE, type ServicePorts } from '@balcao/kernel'

import type { ApiRequest, ApiRequestStore } from './api-requests.store'

export const KEY_LIFETIME_MS = 7 * DAY
/* Far longer than a send may take: whoever began and is silent for so long is dead. */
const STALE_AFTER_MS = 2 * MINUTE

/**
 * Does `work` once per key and repeats its answer for seven days. Work that fails frees the key.
 * @throws {AppError} ERR_IDEMPOTENCY_IN_FLIGHT while another call works, ERR_IDEMPOTENCY_MISMATCH for another body.
 */
export async function oncePerKey(
  deps: Pick<ServicePorts, 'db' | 'clock'> & { requests: ApiRequestStore },
  request: ApiRequest,
  work: () => Promise<SendApiAnswer>,
): Promise<SendApiAnswer> {
  const now = deps.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const limits = { staleBefore: ago(STALE_AFTER_MS), expiredBefore: ago(KEY_LIFETIME_MS) }
  const begun = await deps.db.withTenant(request.companyId, (tx) =>
    deps.requests.begin(tx, request, now, limits),
  )
  if (begun.kind === 'answered') return begun.answer
  if (begun.kind === 'in-flight') throw new AppError('ERR_IDEMPOTENCY_IN_FLIGHT')
  if (begun.kind === 'mismatch') throw new AppError('ERR_IDEMPOTENCY_MISMATCH')
  try {
    const answer = await work()
    await deps.db.withTenant(request.companyId, (tx) => deps.requests.finish(tx, request, answer))
    return answer
  } catch (error) {
    await deps.db.withTenant(request.companyId, (tx) => deps.requests.abandon(tx, request))
    throw error
  }
}
