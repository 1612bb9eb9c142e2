import {
  isGranted,
  connectionId,
  contactId,
  mayWorkOnTicket,
  queueId,
  userId,
  type BodyOf,
  type createTicket as createTicketEndpoint,
  type QueueId,
  type UserId,
} from '@balcao/contracts'
import type { TicketSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { chooseConnection, type Connection } from '../connections'
import { announceTicket } from './commit-ticket-change'
import { findOrOpenTicket } from './open-ticket'
import { buildOpenTicketConflict } from './ticket-conflict'
import type { TicketDeps } from './ticket-deps'
import { assertOwnQueue } from './ticket-policy'

type NewTicketBody = BodyOf<typeof createTicketEndpoint>

/** @throws {AppError} ERR_NO_USER_FOUND unless the user is an active one of the company. */
export async function assertUser(
  deps: Pick<TicketDeps, 'sessions'>,
  session: Session,
  id: UserId,
): Promise<void> {
  const user = (await deps.sessions.findUsers(session.companyId, [id])).get(id)
  if (!user?.active) throw new AppError('ERR_NO_USER_FOUND')
}

async function chooseQueue(
  deps: TicketDeps,
  tx: Tx,
  session: Session,
  body: NewTicketBody,
): Promise<QueueId | null> {
  if (body.queueId == null) {
    if (isGranted(session, 'createTicketWithoutQueue')) return null
    throw new AppError('ERR_CREATING_TICKET', { detail: 'a queue must be chosen' })
  }
  const id = queueId(body.queueId)
  if (!(await deps.tickets.hasQueue(tx, session.companyId, id))) throw new AppError('ERR_QUEUE_NOT_FOUND')
  assertOwnQueue(session, id)
  return id
}

async function chooseTicketConnection(
  deps: TicketDeps,
  tx: Tx,
  session: Session,
  body: NewTicketBody,
): Promise<Connection> {
  const connections = await deps.connections.list(tx, session.companyId)
  const own = await deps.connections.findAssignedId(tx, session.companyId, session.userId)
  return chooseConnection(connections, {
    given: body.whatsappId == null ? undefined : connectionId(body.whatsappId),
    own,
  })
}

/**
 * The open ticket an agent starts with a contact; a closed one within the company's window is reopened, unless
 * the agent may not work on it: then a new one is opened beside it.
 * Of any number at once exactly one succeeds.
 * @throws {AppError} ERR_NO_CONTACT_FOUND, ERR_QUEUE_NOT_FOUND, ERR_NO_USER_FOUND, ERR_NO_WAPP_FOUND,
 * ERR_NO_DEF_WAPP_FOUND, ERR_OTHER_OPEN_TICKET with the unclosed ticket as JSON.
 */
export async function createTicket(
  deps: TicketDeps,
  session: Session,
  body: NewTicketBody,
): Promise<TicketSnapshot> {
  const agent = body.userId == null ? session.userId : userId(body.userId)
  if (agent !== session.userId) await assertUser(deps, session, agent)
  const { reopenWindowMinutes } = await deps.settings.of(session.companyId)
  return deps.db.withTenant(session.companyId, async (tx) => {
    const contact = await deps.tickets.findContact(tx, session.companyId, contactId(body.contactId))
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    const queue = await chooseQueue(deps, tx, session, body)
    const connection = await chooseTicketConnection(deps, tx, session, body)
    const opened = await findOrOpenTicket(deps, tx, {
      companyId: session.companyId,
      contact: { id: contactId(body.contactId), isGroup: contact.isGroup },
      connectionId: connection.id,
      reopenWindowMinutes,
      mayReopen: (closed) => mayWorkOnTicket(session, closed),
      whenNew: { status: 'open', userId: agent, queueId: queue },
      reopenWith: { kind: 'reopen', agent, queueId: queue, fields: {} },
      by: session.userId,
    })
    if (opened.how === 'found') throw await buildOpenTicketConflict(deps.tickets, tx, opened.ticket)
    return (await announceTicket(deps, tx, opened)).readSnapshot()
  })
}
