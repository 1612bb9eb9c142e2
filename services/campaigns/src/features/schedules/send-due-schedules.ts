import type { CompanyId } from '@balcao/contracts'
import { OutboundLane, type SendToContactRequest } from '@balcao/contracts/wire'
import { AppError, fillVariables, isSubscriptionOver, type DirectoryUser } from '@balcao/kernel'

import { signals } from '../../signals'
import type { ScheduleDeps } from './schedule-deps'
import { scheduleChanged, toScheduleSnapshot } from './schedule-events'
import {
  claimSchedule,
  isSameClaim,
  markFailed,
  markSent,
  buildSendKey,
  TRY_DEADLINE_MS,
  type Schedule,
} from './schedule'
import type { DueSchedule } from './schedule.store'

const AT_ONCE = 100

/** Calls in progress at once: each waits for tickets most of its time. */
const CALLS_AT_ONCE = 8

/* Schedules of one contact go out one after the other, in the order of their times. */
function groupByContact(due: readonly DueSchedule[]): DueSchedule[][] {
  const groups = new Map<string, DueSchedule[]>()
  for (const row of due) {
    const key = `${row.companyId}:${row.contactId}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

/**
 * Sends every due schedule through tickets, the longest due first; those that became due while we were down are sent late, once.
 * Ends early when `signal` aborts or tickets is unavailable: the next run continues.
 */
export async function sendDueSchedules(deps: ScheduleDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    // Platform scope: reads all companies; each row is then claimed in its own company's transaction.
    const due = await deps.db.asPlatform((tx) => deps.schedules.listDue(tx, deps.clock.now(), AT_ONCE))
    if ((await sendAll(deps, due, signal)) === 'stopped' || due.length < AT_ONCE) return
  }
}

async function sendAll(
  deps: ScheduleDeps,
  due: readonly DueSchedule[],
  signal: AbortSignal,
): Promise<'done' | 'stopped'> {
  const groups = groupByContact(due).values()
  const assertEntitled = createEntitlementCheck(deps)
  let isAway = false
  const sendGroups = async () => {
    for (const group of groups)
      for (const row of group) {
        if (signal.aborted || isAway) return
        if ((await sendSchedule(deps, row, assertEntitled)) === 'away') isAway = true
      }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, sendGroups))
  return signal.aborted || isAway ? 'stopped' : 'done'
}

/*
 * One try: claims the row, calls tickets with the schedule's key, stores the outcome. A kill at any point
 * leaves a row that is tried again with the same key, for which tickets returns the first message.
 * Returns `away` when tickets or billing is unavailable.
 */
async function sendSchedule(
  deps: ScheduleDeps,
  row: DueSchedule,
  assertEntitled: EntitlementCheck,
): Promise<'done' | 'away'> {
  const claimed = await claim(deps, row)
  if (!claimed) return 'done'
  const author = (await deps.sessions.findUsers(claimed.companyId, [claimed.userId])).get(claimed.userId)
  const failure = await handOver(deps, claimed, author, assertEntitled)
  await saveOutcome(deps, { ...claimed, userName: author?.name ?? claimed.userName }, failure)
  return failure?.kind === 'unavailable' ? 'away' : 'done'
}

async function claim(deps: ScheduleDeps, { companyId, id }: DueSchedule): Promise<Schedule | undefined> {
  return deps.db.withTenant(companyId, async (tx) => {
    const schedule = await deps.schedules.lock(tx, companyId, id)
    const claimed = schedule && claimSchedule(schedule, deps.clock.now())
    if (claimed) await deps.schedules.save(tx, claimed)
    return claimed
  })
}

/** Throws for a company that may not send. */
type EntitlementCheck = (companyId: CompanyId) => Promise<void>

/* Billing is asked once a company and batch. */
function createEntitlementCheck({ rpc, clock }: ScheduleDeps): EntitlementCheck {
  const asked = new Map<CompanyId, Promise<void>>()
  const ask = async (companyId: CompanyId) => {
    const { plan, dueAt } = await rpc.billing.getEntitlements({ companyId })
    if (isSubscriptionOver(dueAt ?? null, clock.now())) throw new AppError('ERR_SUBSCRIPTION_EXPIRED')
    if (!plan?.useSchedules) throw new AppError('ERR_PLAN_FEATURE_DISABLED')
  }
  return (companyId) => {
    const answer = asked.get(companyId) ?? ask(companyId)
    asked.set(companyId, answer)
    return answer
  }
}

/* Undefined once tickets has the message. An error that is not an AppError is a bug and becomes ERR_INTERNAL. */
async function handOver(
  deps: ScheduleDeps,
  schedule: Schedule,
  author: DirectoryUser | undefined,
  assertEntitled: EntitlementCheck,
): Promise<AppError | undefined> {
  try {
    await assertEntitled(schedule.companyId)
    await deps.rpc.tickets.sendToContact(await buildRequest(deps, schedule, author), {
      deadlineMs: TRY_DEADLINE_MS,
    })
    return undefined
  } catch (error) {
    return error instanceof AppError ? error : new AppError('ERR_INTERNAL', { cause: error })
  }
}

/** A ticket that this opens is assigned to the schedule's author while they are active. */
const buildRequest = async (
  deps: ScheduleDeps,
  schedule: Schedule,
  author: DirectoryUser | undefined,
): Promise<SendToContactRequest> => ({
  companyId: schedule.companyId,
  clientKey: buildSendKey(schedule),
  connectionId: 0,
  contactId: schedule.contactId,
  number: '',
  body: fillVariables(schedule.body, {
    contactName: schedule.contactName,
    now: deps.clock.now(),
    locale: await deps.localeOf(schedule.companyId),
  }),
  medias: schedule.media ? [schedule.media] : [],
  lane: OutboundLane.OUTBOUND_LANE_CAMPAIGN,
  ...(author?.active && { userId: author.id }),
  closeTicket: false,
  senderName: author?.name ?? schedule.userName,
})

async function saveOutcome(
  deps: ScheduleDeps,
  claimed: Schedule,
  failure: AppError | undefined,
): Promise<void> {
  const { companyId, id } = claimed
  const now = deps.clock.now()
  const settled = await deps.db.withTenant(companyId, async (tx) => {
    const schedule = await deps.schedules.lock(tx, companyId, id)
    // Deleted meanwhile, or finished by another process.
    if (!schedule || !isSameClaim(schedule, claimed)) return undefined
    const next = failure ? markFailed(schedule, failure, now) : markSent(schedule, now)
    await deps.schedules.save(tx, next)
    if (next.state === 'sent' || next.state === 'failed') {
      await deps.events.append(tx, [
        scheduleChanged(deps, toScheduleSnapshot(next, claimed.userName), { created: false }),
      ])
    }
    return next
  })
  if (settled?.state === 'sent')
    signals.scheduleSent({ companyId, scheduleId: id, delayMs: now.getTime() - claimed.sendAt.getTime() })
  else if (settled && failure) report(settled, failure)
}

function report({ companyId, id, state, attempts }: Schedule, failure: AppError): void {
  const what = { companyId, scheduleId: id, code: failure.code, attempts, error: failure }
  if (state === 'failed') signals.scheduleFailed(what)
  else signals.schedulePostponed(what)
}
