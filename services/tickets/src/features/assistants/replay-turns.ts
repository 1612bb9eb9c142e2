import { promptId, queueIntegrationId, type CompanyId } from '@balcao/contracts'
import { readPage, type CountedPage, type Tx } from '@balcao/kernel'

import type { IntegrationStore } from '../integrations'
import type { MessageStore } from '../messages'
import type { PromptStore } from '../prompts'
import { changeTicket, type Ticket, type TicketDeps } from '../tickets'
import { findHolder, holdFields, type AssistantTurn, type DeadTurn, type TurnKind } from './assistant'
import type { AssistantStore } from './assistant.store'

export interface ReplayDeps extends TicketDeps {
  assistants: AssistantStore
  prompts: PromptStore
  integrations: IntegrationStore
  messages: MessageStore
}

/** Of the prompts' page, and of the integrations' with the second copies of bills. */
export const turnKinds = { prompts: ['prompt'], integrations: ['integration', 'charges'] } as const

/* In one call. */
const MOST_REPLAYED = 500

type BuriedTurn = AssistantTurn & Pick<DeadTurn, 'deadAt'>

/** Dead turns of these kinds, newest first, 20 a page. */
export function listDeadTurns(
  deps: ReplayDeps,
  companyId: CompanyId,
  kinds: readonly TurnKind[],
  pageNumber: number,
): Promise<CountedPage<DeadTurn>> {
  return readPage({ pageNumber }, (slice) =>
    deps.db.withTenant(companyId, (tx) => deps.assistants.pageDead(tx, companyId, kinds, slice)),
  )
}

const hasTarget = async (deps: ReplayDeps, tx: Tx, turn: AssistantTurn): Promise<boolean> => {
  const { companyId, kind, targetId } = turn
  if (kind === 'charges') return true
  const target =
    kind === 'prompt'
      ? await deps.prompts.find(tx, companyId, promptId(targetId))
      : await deps.integrations.find(tx, companyId, queueIntegrationId(targetId))
  return target !== undefined
}

/** Whether nothing but this turn's assistant may hold the ticket, which waits for its first agent. */
export function canHold(
  ticket: Ticket,
  { kind, targetId }: Pick<AssistantTurn, 'kind' | 'targetId'>,
): boolean {
  if (ticket.status !== 'pending' || ticket.userId !== null) return false
  const holder = findHolder(ticket)
  if (kind === 'charges') return !holder && ticket.queueId === targetId
  return !holder || (holder.kind === kind && holder.id === targetId)
}

/* The customer got no answer since, from whomever, and the turn's assistant is there. */
async function isOpen(deps: ReplayDeps, tx: Tx, ticket: Ticket, turn: BuriedTurn): Promise<boolean> {
  const { companyId, ticketId, messageId } = turn
  const message = await deps.messages.find(tx, companyId, messageId)
  if (!message || !canHold(ticket, turn) || !(await hasTarget(deps, tx, turn))) return false
  return !(await deps.messages.hasAnswer(tx, companyId, ticketId, { seq: message.seq, at: turn.deadAt }))
}

/* With the ticket's lock, which agents and answers take too: neither comes in between. */
async function replayTurn(deps: ReplayDeps, turn: BuriedTurn): Promise<boolean> {
  const { companyId, ticketId, kind, targetId: id } = turn
  return deps.db.withTenant(companyId, async (tx) => {
    const ticket = await deps.tickets.lock(tx, companyId, ticketId)
    if (!ticket || !(await isOpen(deps, tx, ticket, turn))) return false
    if (!(await deps.assistants.revive(tx, turn, deps.clock.now()))) return false
    if (kind !== 'charges' && !findHolder(ticket))
      await changeTicket(deps, tx, ticket, {
        command: { kind: 'set-fields', fields: holdFields({ kind, id }) },
      })
    return true
  })
}

/**
 * Gives tickets back to the assistants that failed, and lets their turns wait again with all their tries: one dead turn, or the oldest 500.
 * Those whose customer a person has or has answered are skipped.
 */
export async function replayDeadTurns(
  deps: ReplayDeps,
  companyId: CompanyId,
  kinds: readonly TurnKind[],
  id: string | undefined,
): Promise<{ replayed: number; skipped: number }> {
  const turns = await deps.db.withTenant(companyId, (tx) =>
    deps.assistants.listDead(tx, companyId, { kinds, id, limit: MOST_REPLAYED }),
  )
  let replayed = 0
  for (const turn of turns) if (await replayTurn(deps, turn)) replayed += 1
  return { replayed, skipped: turns.length - replayed }
}
