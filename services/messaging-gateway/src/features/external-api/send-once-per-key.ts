import type { SendApiAnswer } from '@balcao/contracts'
import { AppError, DAY, MINUTE, type ServicePorts } from '@balcao/kernel'

import type { ApiRequest, ApiRequestStore, ApiWork } from './api-requests.store'
import { isCertainRefusal } from './is-certain-refusal'

/* Tickets keeps send keys for 30 days, longer than we do: a send key that we have is known there. */
export const KEY_LIFETIME_MS = 7 * DAY
/* Far longer than a send may take: after so long the process that began it has died. */
const STALE_AFTER_MS = 2 * MINUTE
const SEND_KEY_BYTES = 16

type KeyDeps = Pick<ServicePorts, 'db' | 'clock' | 'ids'> & { requests: ApiRequestStore }

export interface KeyedSend<Prepared> {
  /** Sends nothing. Repeated by every attempt. */
  prepare(): Promise<Prepared>
  /** Idempotent by send key. */
  send(prepared: Prepared, sendKey: string): Promise<SendApiAnswer>
}

/**
 * Sends once per key and repeats the answer for seven days. A certain refusal frees the key. While the outcome is unknown the key
 * keeps its body, and a repeat sends again under the same send key: tickets answers the first send's message.
 * @throws {AppError} ERR_IDEMPOTENCY_IN_FLIGHT while another call works or the outcome stays unknown,
 *   ERR_IDEMPOTENCY_MISMATCH for another body, and what `prepare` and `send` throw.
 */
export async function sendOncePerKey<Prepared>(
  deps: KeyDeps,
  request: ApiRequest,
  keyed: KeyedSend<Prepared>,
): Promise<SendApiAnswer> {
  const now = deps.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const limits = { now, staleBefore: ago(STALE_AFTER_MS), expiredBefore: ago(KEY_LIFETIME_MS) }
  const begun = await deps.db.withTenant(request.companyId, (tx) =>
    deps.requests.begin(tx, request, deps.ids.token(SEND_KEY_BYTES), limits),
  )
  if (begun.kind === 'answered') return begun.answer
  if (begun.kind === 'in-flight') throw new AppError('ERR_IDEMPOTENCY_IN_FLIGHT')
  if (begun.kind === 'mismatch') throw new AppError('ERR_IDEMPOTENCY_MISMATCH')
  return attemptSend(deps, request, begun.work, keyed)
}

async function attemptSend<Prepared>(
  deps: KeyDeps,
  request: ApiRequest,
  work: ApiWork,
  { prepare, send }: KeyedSend<Prepared>,
): Promise<SendApiAnswer> {
  let isSending = false
  const answer = await prepare()
    .then((prepared) => {
      isSending = true
      return send(prepared, work.sendKey)
    })
    .catch(async (error: unknown) => {
      const isKnown = !isSending || isCertainRefusal(error)
      // With an earlier attempt still under way at tickets, a refusal of this one does not say that nothing was sent.
      const isFree = isKnown && work.tries === 1
      await deps.db.withTenant(request.companyId, (tx) =>
        deps.requests[isFree ? 'abandon' : 'release'](tx, request, work),
      )
      if (isKnown || work.tries === 1) throw error
      throw new AppError('ERR_IDEMPOTENCY_IN_FLIGHT', { cause: error })
    })
  await deps.db.withTenant(request.companyId, (tx) => deps.requests.finish(tx, request, work, answer))
  return answer
}
