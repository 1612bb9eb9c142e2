import { queueId as toQueueId, userId as toUserId, type CompanyId, type QueueId } from '@balcao/contracts'
import { isAdmin, type Session, type SessionDirectory, type Tx } from '@balcao/kernel'

import { changeTicket, findSession, type Ticket, type TicketDeps } from '../tickets'
import type { AssistantNext } from './assistant-reply'

export interface FollowDeps extends TicketDeps {
  sessions: SessionDirectory
}

/* A ticket that no assistant holds. */
const FREE = { useIntegration: false, promptId: null, integrationId: null }

/** The agent whom an answer names: an active user of the company. Asked before the transaction, which must not wait for a second connection. */
export const findNextAgent = async (
  deps: FollowDeps,
  companyId: CompanyId,
  next: AssistantNext,
): Promise<Session | undefined> =>
  next.kind === 'person' && next.userId !== undefined
    ? findSession(deps.sessions, companyId, toUserId(next.userId))
    : undefined

/* A queue of another company and one that is gone leave the ticket's own. */
async function findNextQueue(deps: FollowDeps, tx: Tx, ticket: Ticket, next: AssistantNext) {
  if (next.kind !== 'person' || next.queueId === undefined) return undefined
  const wanted = toQueueId(next.queueId)
  return (await deps.tickets.hasQueue(tx, ticket.companyId, wanted)) ? wanted : undefined
}

const servesQueue = (agent: Session, queueId: QueueId | null): boolean =>
  queueId === null || isAdmin(agent) || agent.queueIds.includes(queueId)

/** What becomes of the ticket. An agent gets it who serves its queue; else a person is waited for there. */
export async function follow(
  deps: FollowDeps,
  tx: Tx,
  ticket: Ticket,
  { next, agent }: { next: AssistantNext; agent?: Session },
): Promise<void> {
  if (next.kind === 'hold') return
  if (next.kind === 'close') {
    await changeTicket(deps, tx, ticket, { command: { kind: 'resolve', agent: null } })
    return
  }
  const queueId = await findNextQueue(deps, tx, ticket, next)
  if (!agent || !servesQueue(agent, queueId ?? ticket.queueId)) {
    await changeTicket(deps, tx, ticket, { command: { kind: 'leave-assistant', queueId } })
    return
  }
  const to = { kind: 'agent' as const, agent: agent.userId, ...(queueId !== undefined && { queueId }) }
  await changeTicket(deps, tx, ticket, { command: { kind: 'transfer', to, fields: FREE } })
}
