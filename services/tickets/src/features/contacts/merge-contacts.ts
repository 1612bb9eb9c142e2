import type { ContactId, ContactMergeView } from '@balcao/contracts'
import type { ContactSnapshot } from '@balcao/contracts/wire'
import { AppError, DAY, type Session, type Tx } from '@balcao/kernel'

import { changeTicket, type Ticket, type UnclosedState } from '../tickets'
import type { Contact } from './contact'
import type { ContactDeps } from './contact-deps'
import { announceContact, contactDeleted } from './contact-events'
import { restoreContact, settleNumber } from './link-contacts'

const UNDONE_WITHIN_MS = 7 * DAY

const undoableSince = (now: Date): Date => new Date(now.getTime() - UNDONE_WITHIN_MS)

const readState = (ticket: Ticket): UnclosedState => ({
  status: ticket.status,
  unreadMessages: ticket.unreadMessages,
  chatbot: ticket.chatbot,
  bot: ticket.bot,
  useIntegration: ticket.useIntegration,
  promptId: ticket.promptId,
  integrationId: ticket.integrationId,
})

/* Lower id first: two merges at once wait for each other instead of deadlocking. */
async function lockBoth(
  deps: ContactDeps,
  tx: Tx,
  session: Session,
  ids: { kept: ContactId; merged: ContactId },
): Promise<{ kept: Contact; merged: Contact }> {
  const found = new Map<ContactId, Contact | undefined>()
  for (const id of [ids.kept, ids.merged].toSorted((left, right) => left - right))
    found.set(id, await deps.contacts.lock(tx, session.companyId, id))
  const [kept, merged] = [found.get(ids.kept), found.get(ids.merged)]
  if (!kept || !merged) throw new AppError('ERR_NO_CONTACT_FOUND')
  if (kept.id === merged.id || kept.isGroup || merged.isGroup)
    throw new AppError('ERR_VALIDATION', { detail: 'contactId' })
  return { kept, merged }
}

/* Contact and connection have at most one unclosed ticket: where both have one, the merged contact's is closed. */
async function moveAll(
  deps: ContactDeps,
  tx: Tx,
  session: Session,
  { kept, merged }: { kept: Contact; merged: Contact },
): Promise<void> {
  const { companyId } = kept
  const unclosed = await deps.tickets.lockEveryUnclosed(tx, companyId, { contactId: kept.id })
  const connections = new Set(unclosed.map(({ connectionId }) => connectionId))
  const moving = await deps.tickets.lockByContact(tx, companyId, merged.id)
  const closing = moving.filter(
    (ticket) => ticket.status !== 'closed' && connections.has(ticket.connectionId),
  )
  const closed = closing.map((ticket) => ({ id: ticket.id, state: readState(ticket) }))
  await deps.contacts.moveToKept(tx, kept, merged, { now: deps.clock.now(), closed })
  for (const ticket of moving)
    await changeTicket(deps, tx, ticket, {
      command: { kind: 'change-contact', contactId: kept.id, closes: closing.includes(ticket) },
      by: { id: session.userId, name: session.name },
    })
  await deps.contacts.discard(tx, companyId, merged.id)
  await deps.events.append(tx, [contactDeleted(deps, companyId, merged.id, kept.id)])
}

/**
 * Two contacts of one person become one: the kept one gets the other's tickets, notes, numbers and extra information, and its number where
 * it has none. Its own name, number and e-mail stay.
 * @throws {AppError} ERR_NO_CONTACT_FOUND, ERR_VALIDATION for one contact twice and for groups
 */
export async function mergeContacts(
  deps: ContactDeps,
  session: Session,
  ids: { kept: ContactId; merged: ContactId },
): Promise<ContactSnapshot> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    const { kept, merged } = await lockBoth(deps, tx, session, ids)
    await moveAll(deps, tx, session, { kept, merged })
    if (kept.number === '' && merged.number !== '')
      await deps.contacts.save(tx, { ...kept, number: merged.number })
    return announceContact(deps, tx, companyId, { id: kept.id, created: false })
  })
}

/**
 * Undoes a merge of the last seven days: the merged contact exists again under its id, with what it had and is still there; tickets that
 * the merge closed, and that were not reopened since, are as they were. What was written since stays in its ticket. The two are not merged by themselves again.
 * @throws {AppError} ERR_NO_CONTACT_FOUND
 */
export async function unmergeContacts(
  deps: ContactDeps,
  session: Session,
  ids: { kept: ContactId; merged: ContactId },
): Promise<ContactSnapshot> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    const kept = await deps.contacts.lock(tx, companyId, ids.kept)
    if (!kept) throw new AppError('ERR_NO_CONTACT_FOUND')
    await deps.tickets.lockEveryUnclosed(tx, companyId, { contactId: kept.id })
    const now = deps.clock.now()
    const times = { since: undoableSince(now), now }
    const undone = await deps.contacts.undoMergeOf(tx, kept, ids.merged, times)
    if (!undone) throw new AppError('ERR_NO_CONTACT_FOUND')
    await restoreContact(deps, tx, kept, undone)
    await settleNumber(deps, tx, kept, now)
    await announceContact(deps, tx, companyId, { id: kept.id, created: false })
    return announceContact(deps, tx, companyId, { id: undone.contact.id, created: false })
  })
}

/** Contacts that were merged into this one and may be separated again, newest first. @throws {AppError} ERR_NO_CONTACT_FOUND */
export async function listMerges(
  deps: ContactDeps,
  session: Session,
  id: ContactId,
): Promise<ContactMergeView[]> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.contacts.find(tx, companyId, id))) throw new AppError('ERR_NO_CONTACT_FOUND')
    return deps.contacts.listMerges(tx, companyId, id, undoableSince(deps.clock.now()))
  })
}
