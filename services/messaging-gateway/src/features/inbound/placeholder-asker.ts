import { AppError, MINUTE } from '@balcao/kernel'

import { signals } from '../../signals'
import type { DriverSession, MessageTarget } from '../whatsapp-driver'
import { giveUpPlaceholder } from './fill-placeholder'
import { isLineOver, SHORTEST_NAP_MS, startFollowUp, type FollowUp } from './follow-up'
import { nextAskAt } from './placeholder'
import type { Placeholder } from './placeholder.store'
import type { InboundDeps, SessionHolder } from './record-inbound-message'

type Phone = Pick<DriverSession, 'askPhone'>

/**
 * Asks our own phone for messages that came without content, over one connected session, until it is stopped. A try is
 * counted before the request leaves, so a restart asks no oftener.
 */
export function startPlaceholderAsker(
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
  const { asked, isSpent } = await takeDue(deps, holder)
  if (asked.length > 0 && !(await ask(holder, phone, asked))) return undefined
  return isSpent ? MINUTE : SHORTEST_NAP_MS
}

interface Taken {
  asked: MessageTarget[]
  /** More is due than the phone may be asked for in this minute. */
  isSpent: boolean
}

async function takeDue(deps: InboundDeps, holder: SessionHolder): Promise<Taken> {
  const { companyId, connectionId, lease } = holder
  const { perMinute } = deps.placeholderTimes
  return deps.db.withTenant(companyId, async (tx) => {
    const now = deps.clock.now()
    const due = await deps.placeholders.listDue(tx, companyId, connectionId, now, perMinute)
    if (due.length === 0) return { asked: [], isSpent: false }
    await deps.leases.fence(tx, lease)
    const tried = due.filter(({ tries }) => tries >= deps.placeholderTimes.maxTries)
    for (const placeholder of tried) await giveUpPlaceholder(deps, tx, holder, placeholder)
    const wanted = due.filter((placeholder) => !tried.includes(placeholder))
    const budget = { wanted: wanted.length, perMinute, now }
    const granted = await deps.placeholders.reserve(tx, companyId, connectionId, budget)
    const asked = wanted.slice(0, granted)
    for (const placeholder of asked)
      await deps.placeholders.retryAt(tx, companyId, placeholder.id, askAgainAt(deps, placeholder, now))
    return { asked: asked.map(({ identity }) => identity), isSpent: granted < wanted.length }
  })
}

/* After the last try the answer is waited for as long as after the one before. */
const askAgainAt = (deps: InboundDeps, { tries }: Placeholder, now: Date): Date => {
  const times = { ...deps.placeholderTimes, maxTries: Infinity }
  return nextAskAt(tries + 1, now, deps.chance(), times) ?? now
}

/** False when the line is over. */
async function ask(holder: SessionHolder, phone: Phone, targets: readonly MessageTarget[]): Promise<boolean> {
  const { companyId, connectionId } = holder
  try {
    await phone.askPhone(targets)
    signals.phoneAsked({ companyId, connectionId, messages: targets.length })
    return true
  } catch (error) {
    if (isLineOver(error)) return false
    if (!(error instanceof AppError && error.kind === 'unavailable')) throw error
    // The try is spent; the next one is planned already.
    signals.phoneNotAsked({ companyId, connectionId }, error)
    return true
  }
}
