import { type CompanyId, fillVariables, type UserId } from '@balcao/contracts'
import { OutboundLane, type SendToContactRequest } from '@balcao/contracts/wire'
import { AppError, isSubscriptionOver, runEach, SECOND, type DirectoryUser } from '@balcao/kernel'

import { signals } from '../../signals'
import { renderTemplate } from '../templates'
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

/** A look costs a transaction. */
export const LOOK_EVERY_MS = 2 * SECOND

/* What is due now. Waits for the first that becomes due before the next look: times are whole minutes, and many share one. */
async function awaitDue(deps: ScheduleDeps): Promise<DueSchedule[]> {
  // Just below: what failed waits two seconds at least, and is left to the next look.
  const until = new Date(deps.clock.now().getTime() + LOOK_EVERY_MS - 1)
  // Platform scope: reads all companies; each row is then claimed in its own company's transaction.
  const soon = await deps.db.asPlatform((tx) => deps.schedules.listDue(tx, until, AT_ONCE))
  const waitMs = Math.min(...soon.map(({ dueAt }) => dueAt.getTime())) - deps.clock.now().getTime()
  if (soon.length > 0 && waitMs > 0) await deps.pause(waitMs)
  const now = deps.clock.now()
  return soon.filter(({ dueAt }) => dueAt <= now)
}

/**
 * Sends every due schedule through tickets, companies in turn; those that became due while we were down are sent late, once.
 * Ends early when `signal` aborts or tickets is unavailable: the next run continues.
 * @throws {AggregateError} what failed, after the others of its batch
 */
export async function sendDueSchedules(deps: ScheduleDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await awaitDue(deps)
    if (due.length === 0 || (await sendAll(deps, due, signal)) === 'stopped') return
  }
}

async function sendAll(
  deps: ScheduleDeps,
  due: readonly DueSchedule[],
  signal: AbortSignal,
): Promise<'done' | 'stopped'> {
  const groups = groupByContact(due)
  const questions = createQuestions(deps)
  let isAway = false
  const sendGroup = async (group: readonly DueSchedule[]) => {
    for (const row of group) {
      if (signal.aborted || isAway) return
      if ((await sendSchedule(deps, row, questions)) === 'away') isAway = true
    }
  }
  await runEach({ items: groups, run: sendGroup, atOnce: CALLS_AT_ONCE }, signal)
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
  questions: Questions,
): Promise<'done' | 'away'> {
  const claimed = await claim(deps, row)
  if (!claimed) return 'done'
  const author = await questions.findAuthor(claimed)
  const failure = await handOver(deps, claimed, author, questions)
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

/** What is asked once a batch. */
interface Questions {
  /** Throws for a company that may not send. */
  assertEntitled(companyId: CompanyId): Promise<void>
  findAuthor(schedule: Schedule): Promise<DirectoryUser | undefined>
}

function createQuestions({ rpc, sessions, clock }: ScheduleDeps): Questions {
  const asked = new Map<CompanyId, Promise<void>>()
  const authors = new Map<UserId, Promise<DirectoryUser | undefined>>()
  const assertEntitled = async (companyId: CompanyId) => {
    const { plan, dueAt } = await rpc.billing.getEntitlements({ companyId })
    if (isSubscriptionOver(dueAt ?? null, clock.now())) throw new AppError('ERR_SUBSCRIPTION_EXPIRED')
    if (!plan?.useSchedules) throw new AppError('ERR_PLAN_FEATURE_DISABLED')
  }
  const findAuthor = async ({ companyId, userId }: Schedule) =>
    (await sessions.findUsers(companyId, [userId])).get(userId)
  return {
    assertEntitled: (companyId) => askOnce(asked, companyId, () => assertEntitled(companyId)),
    findAuthor: (schedule) => askOnce(authors, schedule.userId, () => findAuthor(schedule)),
  }
}

function askOnce<K, T>(asked: Map<K, Promise<T>>, key: K, ask: () => Promise<T>): Promise<T> {
  const answer = asked.get(key) ?? ask()
  asked.set(key, answer)
  return answer
}

/* Undefined once tickets has the message. An error that is not an AppError is a bug and becomes ERR_INTERNAL. */
async function handOver(
  deps: ScheduleDeps,
  schedule: Schedule,
  author: DirectoryUser | undefined,
  { assertEntitled }: Questions,
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

/* The text, or the template. @param render fills in variables @throws {AppError} ERR_TEMPLATE_VALUES when a value is blank then */
function renderContent(
  { body, template }: Schedule,
  render: (text: string) => string,
): Pick<SendToContactRequest, 'body' | 'template'> {
  if (!template) return { body: render(body) }
  const filled = renderTemplate(template, render)
  if (!filled) throw new AppError('ERR_TEMPLATE_VALUES')
  return filled
}

/** A ticket that this opens is assigned to the schedule's author while they are active. */
async function buildRequest(
  deps: ScheduleDeps,
  schedule: Schedule,
  author: DirectoryUser | undefined,
): Promise<SendToContactRequest> {
  const { companyId, contactId, contactName } = schedule
  const facts = { contactName, now: deps.clock.now(), locale: await deps.localeOf(companyId) }
  return {
    companyId,
    clientKey: buildSendKey(schedule),
    connectionId: schedule.connectionId ?? 0,
    contactId,
    number: '',
    ...renderContent(schedule, (text) => fillVariables(text, facts)),
    medias: schedule.media ? [schedule.media] : [],
    lane: OutboundLane.OUTBOUND_LANE_CAMPAIGN,
    ...(author?.active && { userId: author.id }),
    closeTicket: false,
    senderName: author?.name ?? schedule.userName,
    writtenAt: schedule.updatedAt,
  }
}

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
