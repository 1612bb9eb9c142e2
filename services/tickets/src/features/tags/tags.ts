import {
  isGranted,
  tagId,
  ticketId,
  type BodyOf,
  type CompanyId,
  type createTag as createEndpoint,
  type syncTags as syncEndpoint,
} from '@balcao/contracts'
import type { TagSnapshot, TicketSnapshot } from '@balcao/contracts/wire'
import { AppError, PAGE_SIZES, readPage, type CountedPage, type Session, type Tx } from '@balcao/kernel'

import { changeTicket, readTicketSnapshot, requireWorkableTicket, type TicketDeps } from '../tickets'
import { tagChanged } from './tag-events'
import type { CountedTag, NewTag, TagStore } from './tag.store'

export interface TagDeps extends TicketDeps {
  tags: TagStore
}

/** Lanes of the kanban are for administrators and supervisors. */
export const canSetKanban = (session: Session): boolean => isGranted(session, 'setKanban')

/** The company's tag of this name, made, with its event, when there is none. */
export async function findOrCreateTag(
  deps: Pick<TagDeps, 'tags' | 'events' | 'ids' | 'clock'>,
  tx: Tx,
  companyId: CompanyId,
  wanted: NewTag,
): Promise<{ tag: TagSnapshot; created: boolean }> {
  const found = await deps.tags.findOrCreate(tx, companyId, wanted)
  if (found.created) await deps.events.append(tx, [tagChanged(deps, companyId, found)])
  return found
}

/** The company's tag of this name, made when there is none. `kanban` counts for administrators and supervisors only. */
export async function createTag(
  deps: TagDeps,
  session: Session,
  body: BodyOf<typeof createEndpoint>,
): Promise<TagSnapshot> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    const kanban = canSetKanban(session) ? body.kanban : 0
    const wanted = { name: body.name, color: body.color, kanban, userId: session.userId }
    return (await findOrCreateTag(deps, tx, companyId, wanted)).tag
  })
}

/** A page of tags by name: all of them, up to 5,000. */
export function listTags(
  deps: TagDeps,
  session: Session,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<CountedPage<CountedTag>> {
  return readPage(
    { pageNumber },
    (slice) =>
      deps.db.withTenant(session.companyId, (tx) =>
        deps.tags.page(tx, session.companyId, searchParam, slice),
      ),
    PAGE_SIZES.all,
  )
}

export const listAllTags = (deps: TagDeps, session: Session, search: string): Promise<TagSnapshot[]> =>
  deps.db.withTenant(session.companyId, (tx) => deps.tags.list(tx, session.companyId, search, PAGE_SIZES.all))

/**
 * Makes exactly these the ticket's tags. Does not move the ticket in lists.
 * @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_NO_TAG_FOUND when one of them is not the company's.
 */
export async function syncTags(
  deps: TagDeps,
  session: Session,
  body: BodyOf<typeof syncEndpoint>,
): Promise<TicketSnapshot> {
  const { companyId } = session
  const ids = [...new Set(body.tags.map(({ id }) => id))].map(tagId)
  return deps.db.withTenant(companyId, async (tx) => {
    const ticket = requireWorkableTicket(
      session,
      await deps.tickets.lock(tx, companyId, ticketId(body.ticketId)),
    )
    if ((await deps.tags.countExisting(tx, companyId, ids)) !== ids.length)
      throw new AppError('ERR_NO_TAG_FOUND')
    if (!(await deps.tags.replaceTicketTags(tx, companyId, ticket.id, ids)))
      return readTicketSnapshot(deps, tx, companyId, ticket.id)
    const by = { id: session.userId, name: session.name }
    return (await changeTicket(deps, tx, ticket, { command: { kind: 'change-tags' }, by })).readSnapshot()
  })
}
