import { companyId, contactId, queueId, userId } from '@balcao/contracts'
import type { OpenTicketForContactRequest, TicketSnapshot } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

import { connectionFor, type MessageDeps } from '../messages'
import { announceTicket, findOrOpenTicket, snapshotOf, type Place, type Ticket } from '../tickets'

async function assertNamed(deps: MessageDeps, request: OpenTicketForContactRequest): Promise<Place> {
  const agent = request.userId === undefined ? null : userId(request.userId)
  const queue = request.queueId === undefined ? null : queueId(request.queueId)
  if (agent !== null) {
    const users = await deps.sessions.users(companyId(request.companyId), [agent])
    if (!users.get(agent)?.active) throw new AppError('ERR_NO_USER_FOUND')
  }
  return { status: agent === null ? 'pending' : 'open', userId: agent, queueId: queue }
}

/**
 * The contact's unclosed ticket, a closed one within the window reopened, or a new one. Idempotent: an unclosed one
 * stays with whom it is. @throws {AppError} ERR_NO_CONTACT_FOUND, ERR_QUEUE_NOT_FOUND, ERR_NO_USER_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND
 */
export async function openTicketForContact(
  deps: MessageDeps,
  request: OpenTicketForContactRequest,
): Promise<TicketSnapshot> {
  const company = companyId(request.companyId)
  const place = await assertNamed(deps, request)
  const { reopenWindowMinutes } = await deps.settings.of(company)
  return deps.db.withTenant(company, async (tx) => {
    const contact = await deps.contacts.byId(tx, company, contactId(request.contactId))
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    if (place.queueId !== null && !(await deps.tickets.hasQueue(tx, company, place.queueId)))
      throw new AppError('ERR_QUEUE_NOT_FOUND')
    const connectionId = await connectionFor(deps, tx, company, contact.id, request.connectionId)
    const reopened = (closed: Ticket): Ticket => ({
      ...closed,
      ...place,
      queueId: place.queueId ?? closed.queueId,
      closedAt: null,
    })
    const opened = await findOrOpenTicket(
      deps,
      tx,
      { companyId: company, contact, connectionId, reopenWindowMinutes, whenNew: place, reopened },
      deps.clock.now(),
    )
    if (opened.how === 'found') return snapshotOf(deps, tx, company, opened.ticket.id)
    return announceTicket(deps, tx, opened.ticket, opened.previous)
  })
}
