import { contactId, type CompanyId, type ContactId } from '@balcao/contracts'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { ticketDeleted } from '../tickets'
import type { ContactDeps } from './contact-deps'
import { contactDeleted, contactErased } from './contact-events'
import { listIdentities, type Identity } from './identity'

const UNKNOWN_PARTY = { number: '', lid: '' }

/**
 * The contact's identities and those of the chats with its messages, which include former numbers, without identities
 * that belong to another contact now.
 */
async function findErasedIdentities(
  deps: ContactDeps,
  tx: Tx,
  companyId: CompanyId,
  id: ContactId,
): Promise<Identity[]> {
  const own = await deps.contacts.listIdentities(tx, companyId, id)
  const chats = await deps.contacts.listChats(tx, companyId, id)
  const earlier = chats.flatMap((jid) => listIdentities(UNKNOWN_PARTY, jid.endsWith('@g.us'), jid))
  const known = await deps.contacts.listByIdentities(tx, companyId, earlier)
  const isOthers = ({ kind, value }: Identity) =>
    known.some(
      ({ identity, contact }) => contact.id !== id && identity.kind === kind && identity.value === value,
    )
  const candidates = [...own, ...earlier].filter((name) => name.value !== '' && !isOthers(name))
  return [...new Map(candidates.map((name) => [`${name.kind}:${name.value}`, name])).values()]
}

/**
 * Deletes a contact with its tickets and messages, and tells every service to erase what it holds of it.
 * @throws {AppError} ERR_NO_CONTACT_FOUND
 */
export async function deleteContact(deps: ContactDeps, session: Session, id: ContactId): Promise<void> {
  const { companyId } = session
  await deps.db.withTenant(companyId, async (tx) => {
    const contact = await deps.contacts.lock(tx, companyId, id)
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    const tickets = await deps.tickets.lockByContact(tx, companyId, id)
    const identities = await findErasedIdentities(deps, tx, companyId, id)
    const formerIds = await deps.contacts.listFormerIds(tx, companyId, id)
    await deps.contacts.delete(tx, companyId, id)
    await deps.events.append(tx, [
      ...tickets.map((ticket) => ticketDeleted(deps, ticket)),
      contactDeleted(deps, companyId, id),
      // Other services hold what belongs to a merged contact under its own id: the merge may be undone.
      ...formerIds.map((formerId) => contactDeleted(deps, companyId, contactId(formerId))),
      contactErased(deps, companyId, { id, identities, formerIds }),
    ])
  })
}
