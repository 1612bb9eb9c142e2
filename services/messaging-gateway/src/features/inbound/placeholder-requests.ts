import { AppError, MINUTE } from '@balcao/kernel'

import { signals } from '../../signals'
import type { DriverSession, MessageTarget } from '../whatsapp-driver'
import { giveUpPlaceholder } from './fill-placeholder'
import { isSessionOver, MIN_WAIT_MS, startFollowUp, type FollowUp } from './follow-up'
import { toTarget } from './message-identity'
import { computeNextRequest } from './placeholder-times'
import type { Placeholder } from './placeholder.store'
import type { InboundDeps, SessionHolder } from './record-inbound-message'

type Phone = Pick<DriverSession, 'requestFromPhone'>

/**
 * Asks our own phone for messages that came without content, over one connected session, until it is stopped. An attempt is
 * counted before the request is sent, so restarts do not add requests.
 */
export function startPlaceholderRequests(
  deps: InboundDeps,
  holder: SessionHolder,
  phone: Phone,
  failed: (error: unknown) => void,
): FollowUp {
  return startFollowUp(deps, holder, {
    store: deps.placeholders,
    turn: () => turn(deps, holder, phone),
    failed,
  })
}

async function turn(deps: InboundDeps, holder: SessionHolder, phone: Phone): Promise<number | undefined> {
  const { asked, isSpent: isBudgetSpent } = await takeDueRequests(deps, holder)
  if (asked.length > 0 && !(await sendRequest(holder, phone, asked))) return undefined
  return isBudgetSpent ? MINUTE : MIN_WAIT_MS
}

interface DueRequests {
  asked: MessageTarget[]
  /** More is due than may be requested in this minute. */
  isSpent: boolean
}

async function takeDueRequests(deps: InboundDeps, holder: SessionHolder): Promise<DueRequests> {
  const { companyId, connectionId, lease } = holder
  const { perMinute } = deps.placeholderTimes
  return deps.db.withTenant(companyId, async (tx) => {
    const now = deps.clock.now()
    const due = await deps.placeholders.listDue(tx, companyId, connectionId, { now, limit: perMinute })
    if (due.length === 0) return { asked: [], isSpent: false }
    await deps.leases.fence(tx, lease)
    const tried = due.filter(({ tries }) => tries >= deps.placeholderTimes.maxTries)
    for (const placeholder of tried) await giveUpPlaceholder(deps, tx, holder, placeholder)
    const wanted = due.filter((placeholder) => !tried.includes(placeholder))
    const budget = { wanted: wanted.length, perMinute, now }
    const granted = await deps.placeholders.reserve(tx, companyId, connectionId, budget)
    const asked = wanted.slice(0, granted)
    for (const placeholder of asked)
      await deps.placeholders.retryAt(tx, companyId, placeholder.id, computeRetry(deps, placeholder, now))
    return { asked: asked.map(({ identity }) => toTarget(identity)), isSpent: granted < wanted.length }
  })
}

/* After the last attempt the answer is awaited as long as after the one before. */
const computeRetry = (deps: InboundDeps, { tries }: Placeholder, now: Date): Date => {
  const times = { ...deps.placeholderTimes, maxTries: Infinity }
  return computeNextRequest(tries + 1, now, deps.chance(), times) ?? now
}

/** False when the session is over. */
async function sendRequest(
  holder: SessionHolder,
  phone: Phone,
  targets: readonly MessageTarget[],
): Promise<boolean> {
  const { companyId, connectionId } = holder
  try {
    await phone.requestFromPhone(targets)
    signals.phoneAsked({ companyId, connectionId, messages: targets.length })
    return true
  } catch (error) {
    if (isSessionOver(error)) return false
    if (!(error instanceof AppError && error.kind === 'unavailable')) throw error
    // The attempt is counted, and the next one is scheduled.
    signals.phoneNotAsked({ companyId, connectionId }, error)
    return true
  }
}
