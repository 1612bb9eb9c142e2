import { userId, type TicketId } from '@balcao/contracts'
import type { TicketSnapshot } from '@balcao/contracts/wire'
import { AppError, SECOND, type Session, type Tx } from '@balcao/kernel'

import type { CompanySettings } from '../settings'
import { assertUser } from './create-ticket'
import { changeTicket } from './commit-ticket-change'
import type { Ticket } from './ticket'
import type { AgentCommand } from './ticket-command'
import type { TicketDeps } from './ticket-deps'
import { interpretPatch, type TicketPatch } from './ticket-patch'
import { requireWorkableTicket } from './ticket-policy'
import { writeTicketTexts } from './ticket-texts'

const readTargetUser = (command: AgentCommand) => {
  if (command.kind === 'accept' || command.kind === 'reopen')
    return { agent: command.agent, queueId: command.queueId, connectionId: undefined }
  if (command.kind !== 'transfer') return { agent: undefined, queueId: undefined, connectionId: undefined }
  const { to } = command
  return {
    agent: to.kind === 'agent' ? to.agent : undefined,
    queueId: to.kind === 'connection' ? undefined : to.queueId,
    connectionId: to.connectionId,
  }
}

/* Asked before the transaction, which must not wait for a second connection; and only about a ticket that is visible. */
async function assertAgent(
  deps: TicketDeps,
  session: Session,
  ticketId: TicketId,
  patch: TicketPatch,
): Promise<void> {
  if (patch.userId == null || patch.userId === session.userId || patch.status === 'closed') return
  await deps.db.withTenant(session.companyId, async (tx) =>
    requireWorkableTicket(session, await deps.tickets.find(tx, session.companyId, ticketId)),
  )
  await assertUser(deps, session, userId(patch.userId))
}

/* One that the ticket has already may have been deleted since: it is sent back with the rest. */
async function assertAssistants(
  deps: TicketDeps,
  tx: Tx,
  ticket: Ticket,
  command: AgentCommand,
): Promise<void> {
  const { promptId, integrationId } = 'fields' in command ? command.fields : {}
  const { companyId } = ticket
  if (
    promptId != null &&
    promptId !== ticket.promptId &&
    !(await deps.tickets.hasPrompt(tx, companyId, promptId))
  )
    throw new AppError('ERR_NO_PROMPT_FOUND')
  const isOther = integrationId != null && integrationId !== ticket.integrationId
  if (isOther && !(await deps.tickets.hasIntegration(tx, companyId, integrationId)))
    throw new AppError('ERR_NO_DIALOG_FOUND')
}

/** What the command points at must be the company's. @throws {AppError} ERR_QUEUE_NOT_FOUND, ERR_NO_WAPP_FOUND */
async function assertTargets(deps: TicketDeps, tx: Tx, ticket: Ticket, command: AgentCommand): Promise<void> {
  const { queueId, connectionId } = readTargetUser(command)
  if (
    queueId != null &&
    queueId !== ticket.queueId &&
    !(await deps.tickets.hasQueue(tx, ticket.companyId, queueId))
  ) {
    throw new AppError('ERR_QUEUE_NOT_FOUND')
  }
  if (
    connectionId !== undefined &&
    connectionId !== ticket.connectionId &&
    !(await deps.connections.find(tx, ticket.companyId, connectionId))
  ) {
    throw new AppError('ERR_NO_WAPP_FOUND')
  }
}

/* A ticket that an agent served is rated. A group is told nothing. */
function completeResolve(
  command: AgentCommand,
  ticket: Ticket,
  { settings, textDueAt }: { settings: CompanySettings; textDueAt: Date | undefined },
): AgentCommand {
  if (command.kind !== 'resolve' || command.isSilent || ticket.isGroup) return command
  return { ...command, asksRating: ticket.status === 'open' && settings.asksRating, textDueAt }
}

/* One round trip: the snapshot is read behind the lock, and dropped where the session may not see it. */
async function lockSeen(deps: TicketDeps, tx: Tx, session: Session, ticketId: TicketId) {
  const { companyId } = session
  const [locked, snapshots] = await Promise.all([
    deps.tickets.lock(tx, companyId, ticketId),
    deps.tickets.findSnapshots(tx, companyId, [ticketId]),
  ])
  return { ticket: requireWorkableTicket(session, locked), seen: snapshots.get(ticketId) }
}

const findRules = async (deps: TicketDeps, tx: Tx, { companyId, connectionId }: Ticket) =>
  (await deps.connections.find(tx, companyId, connectionId))?.rules

/**
 * The ticket's snapshot after an agent's change (accept, return, resolve, reopen or transfer).
 * One transaction: locks the row, saves it, appends its event, and tells the customer what the company wants told. Not idempotent: a repeated accept conflicts.
 * @param patch what the agent asked; `expectedStatus` guards against a faster colleague.
 * @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_OTHER_OPEN_TICKET with the owner as JSON,
 * ERR_NO_USER_FOUND, ERR_QUEUE_NOT_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_PROMPT_FOUND, ERR_NO_DIALOG_FOUND
 */
export async function updateTicket(
  deps: TicketDeps,
  session: Session,
  ticketId: TicketId,
  patch: TicketPatch,
): Promise<TicketSnapshot> {
  await assertAgent(deps, session, ticketId, patch)
  const settings = await deps.settings.of(session.companyId)
  // One time for all tries: what the customer is told must not differ between them.
  const now = deps.clock.now()
  const textDueAt =
    patch.undoSeconds === undefined ? undefined : new Date(now.getTime() + patch.undoSeconds * SECOND)
  return deps.db.withTenant(session.companyId, async (tx) => {
    const { ticket, seen } = await lockSeen(deps, tx, session, ticketId)
    const command = interpretPatch(ticket, patch, session)
    await assertTargets(deps, tx, ticket, command)
    await assertAssistants(deps, tx, ticket, command)
    const decided = completeResolve(command, ticket, { settings, textDueAt })
    // Only a resolved ticket's texts are the connection's.
    const rules = decided.kind === 'resolve' ? await findRules(deps, tx, ticket) : undefined
    const changed = await changeTicket(deps, tx, ticket, {
      command: decided,
      by: { id: session.userId, name: session.name },
      seen,
      writeTexts: (change, snapshot) => writeTicketTexts({ settings, rules, now }, change, decided, snapshot),
    })
    return changed.readSnapshot()
  })
}
