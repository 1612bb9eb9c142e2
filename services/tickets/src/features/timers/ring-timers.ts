import { queueId } from '@balcao/contracts'
import { runEach, runEachDue, type Tx } from '@balcao/kernel'

import {
  changeTicket,
  type CommitOptions,
  isWaitingForRating,
  writeCompletion,
  writeExpired,
  writeTicketTexts,
  type Ticket,
  type TicketCommand,
  type TicketDeps,
  type TextFacts,
  type WriteTexts,
} from '../tickets'
import type { DueTicket, TimerKind, TimerStore } from './timer.store'

export interface TimerDeps extends TicketDeps {
  timers: TimerStore
}

interface Ring extends Pick<CommitOptions, 'announce'> {
  command: TicketCommand
  writeTexts: WriteTexts
}

interface RingingTicket {
  due: DueTicket
  ticket: Ticket
  facts: TextFacts
}

const BATCH = 100

async function ringTransfer(
  deps: TimerDeps,
  tx: Tx,
  { ticket, facts }: RingingTicket,
): Promise<Ring | undefined> {
  const target = facts.rules?.transferQueueId ?? null
  if (target === null || !(await deps.tickets.hasQueue(tx, ticket.companyId, queueId(target))))
    return undefined
  const to = { kind: 'queue' as const, queueId: queueId(target) }
  const command = { kind: 'transfer' as const, to, fields: {} }
  return {
    command,
    writeTexts: (change, snapshot) => writeTicketTexts(facts, change, command, snapshot),
  }
}

const ringExpiry = ({ facts }: RingingTicket): Ring => ({
  command: { kind: 'resolve', agent: null },
  writeTexts: (_, { contact }) => writeExpired(facts, contact?.name ?? ''),
})

/* The completion message was held back for the rating; it is not sent into the next conversation. */
async function ringRating(
  deps: TimerDeps,
  tx: Tx,
  { due, ticket, facts }: RingingTicket,
): Promise<Ring | undefined> {
  if (isWaitingForRating(ticket, facts.settings.ratingMinutes, facts.now)) return undefined
  const isNext = await deps.timers.hasUnclosed(tx, due)
  return {
    command: { kind: 'end-rating' },
    writeTexts: (_, { contact }) => (isNext ? [] : writeCompletion(facts, contact?.name ?? '')),
  }
}

/* Nothing but the text is seen of it, which announces itself. */
async function ringText(deps: TimerDeps, tx: Tx, { due, facts }: RingingTicket): Promise<Ring> {
  const command = { kind: 'send-due-text' as const, isDropped: await deps.timers.hasUnclosed(tx, due) }
  return {
    command,
    announce: () => Promise.resolve([]),
    writeTexts: (change, snapshot) => writeTicketTexts(facts, change, command, snapshot),
  }
}

function decideRing(
  deps: TimerDeps,
  tx: Tx,
  kind: TimerKind,
  ringing: RingingTicket,
): Promise<Ring | undefined> {
  if (kind === 'transfer') return ringTransfer(deps, tx, ringing)
  if (kind === 'text') return ringText(deps, tx, ringing)
  return kind === 'expiry' ? Promise.resolve(ringExpiry(ringing)) : ringRating(deps, tx, ringing)
}

/* Whether it is due is asked again under the ticket's lock: an agent may have been faster. */
async function ring(deps: TimerDeps, kind: TimerKind, due: DueTicket): Promise<void> {
  const { companyId, ticketId } = due
  const settings = await deps.settings.of(companyId)
  const now = deps.clock.now()
  await deps.db.withTenant(companyId, async (tx) => {
    const ticket = await deps.tickets.lock(tx, companyId, ticketId)
    if (!ticket || !(await deps.timers.isDue(tx, kind, due, now))) return
    const connection = await deps.connections.find(tx, companyId, ticket.connectionId)
    const facts = { settings, rules: connection?.rules, now }
    const decided = await decideRing(deps, tx, kind, { due, ticket, facts })
    if (!decided) return
    const { command, ...options } = decided
    await changeTicket(deps, tx, ticket, { command, ...options })
  })
}

/**
 * Does what is due: moves tickets that wait without a queue, closes those whose customers are silent, ends the waiting for
 * ratings, sends what closed tickets held back.
 * A ticket that fails does not keep the others waiting.
 * @throws {AggregateError} with what failed; it is tried again at the next run.
 */
export async function ringTimers(
  deps: TimerDeps,
  kinds: readonly TimerKind[],
  signal: AbortSignal,
): Promise<void> {
  const runKind = (kind: TimerKind) =>
    runEachDue<DueTicket>(
      {
        size: BATCH,
        list: (after, most) =>
          deps.timers.listDue(kind, deps.clock.now(), { after: after?.ticketId ?? 0, most }),
        run: (due) => ring(deps, kind, due),
      },
      signal,
    )
  await runEach({ items: kinds, run: runKind }, signal)
}
