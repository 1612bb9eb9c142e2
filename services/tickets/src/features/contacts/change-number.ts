import { maySeeTicket, type ContactId, type UserId } from '@balcao/contracts'
import { AppError, isAdmin, type Session, type Tx } from '@balcao/kernel'

import { changeTicket, type Ticket } from '../tickets'
import type { Contact } from './contact'
import type { ContactDeps } from './contact-deps'
import type { NumberChange } from './contact.store'
import { phoneIdentity, PRIVACY_IDS } from './identity'

/** Whether both spell one number: a Brazilian mobile number with or without its ninth digit is the same. */
export const isSameNumber = (before: string, after: string): boolean =>
  before !== '' && phoneIdentity(before).value === phoneIdentity(after).value

/**
 * Whether a message that `author` wrote at `writtenAt`, and that is addressed only now, may go to the contact's present number:
 * it is the one of then, or the author or an administrator set it.
 */
export const followsNumber = (
  change: NumberChange | undefined,
  { author, writtenAt }: { author: UserId | undefined; writtenAt: Date },
): boolean =>
  change === undefined ||
  change.changedAt <= writtenAt ||
  change.isByAdministrator ||
  change.userId === author

/* A number decides who reads the answers: only who sees the conversations may change it. */
async function lockTickets(
  deps: ContactDeps,
  tx: Tx,
  session: Session,
  id: ContactId,
): Promise<readonly Ticket[]> {
  const tickets = await deps.tickets.lockByContact(tx, session.companyId, id)
  const isHidden = (ticket: Ticket) => ticket.status !== 'closed' && !maySeeTicket(session, ticket)
  if (tickets.some(isHidden)) throw new AppError('ERR_CONTACT_SERVED_ELSEWHERE')
  return tickets
}

/**
 * Saves the contact with another number, which no other contact has, and tells so in each of its tickets. A privacy id goes with the former
 * number, whose owner would else still write into these tickets. Messages that were queued keep their address.
 * @throws {AppError} ERR_CONTACT_SERVED_ELSEWHERE when the user may not see one of its unclosed tickets; ERR_DUPLICATED_CONTACT
 */
export async function changeNumber(
  deps: ContactDeps,
  tx: Tx,
  session: Session,
  { before, after }: { before: Contact; after: Contact },
): Promise<void> {
  const { companyId, id } = after
  const tickets = await lockTickets(deps, tx, session, id)
  await deps.contacts.releaseIdentity(tx, companyId, id, 'phone')
  if (before.number !== '')
    for (const kind of PRIVACY_IDS) await deps.contacts.releaseIdentity(tx, companyId, id, kind)
  if (!(await deps.contacts.claimIdentity(tx, companyId, id, phoneIdentity(after.number))))
    throw new AppError('ERR_DUPLICATED_CONTACT')
  await deps.contacts.save(tx, after)
  await deps.contacts.logNumberChange(tx, companyId, id, {
    userId: session.userId,
    isByAdministrator: isAdmin(session),
    changedAt: deps.clock.now(),
  })
  const by = { id: session.userId, name: session.name }
  for (const ticket of tickets)
    await changeTicket(deps, tx, ticket, { command: { kind: 'change-number' }, by })
}
