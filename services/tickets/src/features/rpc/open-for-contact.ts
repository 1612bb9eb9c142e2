import { companyId, contactId, mayWorkOnTicket, queueId, userId } from '@balcao/contracts'
import type { OpenTicketForContactRequest, TicketSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session } from '@balcao/kernel'

import { chooseContactConnection, type MessageDeps } from '../messages'
import {
  announceTicket,
  findOrOpenTicket,
  findSession,
  readTicketSnapshot,
  buildReopenCommand,
  requireWorkableTicket,
  type Assignment,
} from '../tickets'

async function findNamedAgent(
  deps: MessageDeps,
  request: OpenTicketForContactRequest,
): Promise<Session | undefined> {
  if (request.userId === undefined) return undefined
  const agent = await findSession(deps.sessions, companyId(request.companyId), userId(request.userId))
  if (!agent) throw new AppError('ERR_NO_USER_FOUND')
  return agent
}

/**
 * The contact's unclosed ticket, a closed one within the window reopened, or a new one. Idempotent: an unclosed one
 * keeps its agent. A named agent gets only a ticket that they may work on.
 * @throws {AppError} ERR_NO_PERMISSION, ERR_NO_CONTACT_FOUND, ERR_QUEUE_NOT_FOUND, ERR_NO_USER_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND
 */
export async function openTicketForContact(
  deps: MessageDeps,
  request: OpenTicketForContactRequest,
): Promise<TicketSnapshot> {
  const company = companyId(request.companyId)
  const agent = await findNamedAgent(deps, request)
  const whenNew: Assignment = {
    status: agent ? 'open' : 'pending',
    userId: agent?.userId ?? null,
    queueId: request.queueId === undefined ? null : queueId(request.queueId),
  }
  const { reopenWindowMinutes } = await deps.settings.of(company)
  return deps.db.withTenant(company, async (tx) => {
    const contact = await deps.contacts.findCurrent(tx, company, contactId(request.contactId))
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    if (whenNew.queueId !== null && !(await deps.tickets.hasQueue(tx, company, whenNew.queueId)))
      throw new AppError('ERR_QUEUE_NOT_FOUND')
    const connectionId = await chooseContactConnection(deps, tx, company, {
      id: contact.id,
      requestedId: request.connectionId,
    })
    const opened = await findOrOpenTicket(deps, tx, {
      companyId: company,
      contact,
      connectionId,
      reopenWindowMinutes,
      mayReopen: (closed) => !agent || mayWorkOnTicket(agent, closed),
      whenNew,
      reopenWith: buildReopenCommand(whenNew),
      by: agent?.userId,
    })
    if (agent && opened.how === 'found') requireWorkableTicket(agent, opened.ticket)
    if (opened.how === 'found') return readTicketSnapshot(deps, tx, company, opened.ticket.id)
    return (await announceTicket(deps, tx, opened)).readSnapshot()
  })
}
