import type { TagId, TicketId } from '@balcao/contracts'
import type { TicketSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import type { TagDeps } from '../tags'
import { changeTicket, readTicketSnapshot, requireWorkableTicket } from '../tickets'

type ChangeTags = (tx: Tx, ticketId: TicketId) => Promise<boolean>

/* Under the ticket's lock: of two agents who move a card at once, the later one decides, and it is in one lane. */
async function changeTags(
  deps: TagDeps,
  session: Session,
  id: TicketId,
  change: ChangeTags,
): Promise<TicketSnapshot> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    const ticket = requireWorkableTicket(session, await deps.tickets.lock(tx, companyId, id))
    if (!(await change(tx, id))) return readTicketSnapshot(deps, tx, companyId, id)
    return (await changeTicket(deps, tx, ticket, { command: { kind: 'change-tags' } })).readSnapshot()
  })
}

/**
 * The ticket in the lane of this tag and in no other; a tag that is no lane is only added. One transaction, one event, and
 * the ticket keeps its place in lists. Idempotent.
 * @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_NO_TAG_FOUND
 */
export function moveToLane(
  deps: TagDeps,
  session: Session,
  id: TicketId,
  tagId: TagId,
): Promise<TicketSnapshot> {
  const { companyId } = session
  return changeTags(deps, session, id, async (tx) => {
    const tag = await deps.tags.byId(tx, companyId, tagId)
    if (!tag) throw new AppError('ERR_NO_TAG_FOUND')
    const left = tag.kanban === 1 && (await deps.tags.leaveLanes(tx, companyId, id, tagId))
    const added = await deps.tags.addTicketTag(tx, companyId, id, tagId)
    return left || added
  })
}

/** The ticket in no lane; its other tags stay. Idempotent. @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export const leaveLanes = (deps: TagDeps, session: Session, id: TicketId): Promise<TicketSnapshot> =>
  changeTags(deps, session, id, (tx) => deps.tags.leaveLanes(tx, session.companyId, id))
