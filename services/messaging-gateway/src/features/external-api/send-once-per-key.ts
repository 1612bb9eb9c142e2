import type { SendApiAnswer } from '@balcao/contracts'
import { AppError, DAY, MINUTE, requestInFlight, type ServicePorts } from '@balcao/kernel'

import type { ApiQuota } from './api-quota'
import type { ApiRequest, ApiRequestStore, ApiWork } from './api-requests.store'
import { isCertainRefusal } from './is-certain-refusal'

/* Tickets keeps send keys for 30 days, longer than we do: a send key that we have is known there. */
export const KEY_LIFETIME_MS = 7 * DAY
/* Far longer than a send may take: after so long the process that began it has died. */
const STALE_AFTER_MS = 2 * MINUTE
const SEND_KEY_BYTES = 16

type KeyDeps = Pick<ServicePorts, 'db' | 'clock' | 'ids'> & { requests: ApiRequestStore }

export interface KeyedSend<Prepared> {
  /** Taken by the first attempt, in the transaction that begins it. */
  quota: ApiQuota
  /** Sends nothing. Repeated by every attempt. */
  prepare(): Promise<Prepared>
  /** Idempotent by send key. */
  send(prepared: Prepared, sendKey: string): Promise<SendApiAnswer>
}

/**
 * Sends once per key and repeats the answer for seven days. A certain refusal frees the key. While the outcome is unknown the key
 * keeps its body, and a repeat sends again under the same send key: tickets answers the first send's message. Messages are counted once
 * per key, and a repeat of an answered key is answered past the limit, too.
 * @throws {AppError} ERR_TOO_MANY_REQUESTS past the plan's limit, ERR_IDEMPOTENCY_IN_FLIGHT while another call works or the outcome stays unknown,
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
  const begun = await deps.db.withTenant(request.companyId, async (tx) => {
    const outcome = await deps.requests.begin(tx, request, deps.ids.token(SEND_KEY_BYTES), limits)
    if (outcome.kind === 'begun' && outcome.work.tries === 1) await keyed.quota.take(tx)
    return outcome
  })
  if (begun.kind === 'answered') return begun.answer
  if (begun.kind === 'in-flight') throw requestInFlight()
  if (begun.kind === 'mismatch') throw new AppError('ERR_IDEMPOTENCY_MISMATCH')
  return sendWork(deps, request, begun.work, keyed)
}

type Attempt = { answer: SendApiAnswer } | { error: unknown; isCertain: boolean }

/** One attempt; a failure says whether it is certain that this attempt has sent nothing. */
export async function attemptSend<Prepared>(
  { prepare, send }: Pick<KeyedSend<Prepared>, 'prepare' | 'send'>,
  sendKey: string,
): Promise<Attempt> {
  let isSending = false
  try {
    const prepared = await prepare()
    isSending = true
    return { answer: await send(prepared, sendKey) }
  } catch (error) {
    return { error, isCertain: !isSending || isCertainRefusal(error) }
  }
}

async function sendWork<Prepared>(
  deps: KeyDeps,
  request: ApiRequest,
  work: ApiWork,
  keyed: KeyedSend<Prepared>,
): Promise<SendApiAnswer> {
  const attempt = await attemptSend(keyed, work.sendKey)
  if ('answer' in attempt) {
    const { answer } = attempt
    await deps.db.withTenant(request.companyId, (tx) => deps.requests.finish(tx, request, work, answer))
    return answer
  }
  const { error, isCertain } = attempt
  // With an earlier attempt still under way at tickets, a refusal of this one does not say that nothing was sent.
  const isFree = isCertain && work.tries === 1
  await deps.db.withTenant(request.companyId, async (tx) => {
    if (!isFree) await deps.requests.release(tx, request, work)
    else if (await deps.requests.abandon(tx, request, work)) await keyed.quota.giveBack(tx)
  })
  if (isCertain || work.tries === 1) throw error
  throw requestInFlight(error)
}
