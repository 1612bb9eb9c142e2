import {
  contactId,
  isGranted,
  ticketId,
  ticketScope,
  userId,
  type BodyOf,
  type ContactId,
  type createNote as createEndpoint,
  type TicketNoteView,
} from '@balcao/contracts'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { requireVisibleTicket, requireWorkableTicket, type Ticket, type TicketDeps } from '../tickets'
import type { Note, NoteStore } from './note.store'

export interface NoteDeps extends TicketDeps {
  notes: NoteStore
}

interface NotedTicket {
  ticketId: number
  contactId: number
}

async function findNotedTicket(
  deps: NoteDeps,
  tx: Tx,
  session: Session,
  {
    ticketId: id,
    contactId: ofContact,
    requireTicket,
  }: NotedTicket & { requireTicket: typeof requireVisibleTicket },
): Promise<Ticket> {
  const ticket = requireTicket(session, await deps.tickets.find(tx, session.companyId, ticketId(id)))
  if (ticket.contactId !== ofContact) throw new AppError('ERR_NO_CONTACT_FOUND')
  return ticket
}

async function presentNotes(deps: NoteDeps, session: Session, notes: Note[]): Promise<TicketNoteView[]> {
  const authors = await deps.sessions.findUsers(session.companyId, [
    ...new Set(notes.map((note) => userId(note.userId))),
  ])
  return notes.map(({ id, note, ticketId: ticket, contactId: contact, userId: author, createdAt }) => ({
    id,
    note,
    ticketId: ticket,
    contactId: contact,
    user: { id: author, name: authors.get(userId(author))?.name ?? '' },
    createdAt: createdAt.toISOString(),
  }))
}

/** Adds a note to a ticket. @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_NO_CONTACT_FOUND */
export async function createNote(
  deps: NoteDeps,
  session: Session,
  body: BodyOf<typeof createEndpoint>,
): Promise<TicketNoteView> {
  const note = await deps.db.withTenant(session.companyId, async (tx) => {
    const ticket = await findNotedTicket(deps, tx, session, { ...body, requireTicket: requireWorkableTicket })
    return deps.notes.insert(tx, session.companyId, {
      note: body.note,
      ticketId: ticket.id,
      contactId: ticket.contactId,
      userId: session.userId,
      createdAt: deps.clock.now(),
    })
  })
  const [view] = await presentNotes(deps, session, [note])
  if (!view) throw new AppError('ERR_INTERNAL')
  return view
}

async function listNotesOfContact(deps: NoteDeps, tx: Tx, session: Session, id: ContactId): Promise<Note[]> {
  const { companyId } = session
  if (!(await deps.tickets.findContact(tx, companyId, id))) throw new AppError('ERR_NO_CONTACT_FOUND')
  return deps.notes.listByContact(tx, companyId, id, ticketScope(session))
}

/**
 * Notes of a ticket, or, without one, of all tickets of the contact that the session may see; newest first.
 * @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_NO_CONTACT_FOUND
 */
export async function listNotes(
  deps: NoteDeps,
  session: Session,
  { ticketId: ofTicket, contactId: ofContact }: { ticketId?: number | undefined; contactId: number },
): Promise<TicketNoteView[]> {
  const notes = await deps.db.withTenant(session.companyId, async (tx) => {
    if (ofTicket === undefined) return listNotesOfContact(deps, tx, session, contactId(ofContact))
    const ticket = await findNotedTicket(deps, tx, session, {
      ticketId: ofTicket,
      contactId: ofContact,
      requireTicket: requireVisibleTicket,
    })
    return deps.notes.listByTicket(tx, session.companyId, ticket.id)
  })
  return presentNotes(deps, session, notes)
}

/** Deletes the own note, or any for administrators. @throws {AppError} ERR_NO_NOTE_FOUND, ERR_NO_PERMISSION */
export async function deleteNote(deps: NoteDeps, session: Session, id: number): Promise<void> {
  await deps.db.withTenant(session.companyId, async (tx) => {
    const note = await deps.notes.find(tx, session.companyId, id)
    if (!note) throw new AppError('ERR_NO_NOTE_FOUND')
    requireWorkableTicket(session, await deps.tickets.find(tx, session.companyId, ticketId(note.ticketId)))
    if (note.userId !== session.userId && !isGranted(session, 'deleteNoteOfColleague'))
      throw new AppError('ERR_NO_PERMISSION')
    await deps.notes.delete(tx, session.companyId, id)
  })
}
