import type { BodyOf, ContactId, createContact as createEndpoint } from '@balcao/contracts'
import type { ContactSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { checkedNumber } from './check-number'
import type { Contact } from './contact'
import type { ContactDeps } from './contact-deps'
import { announceContact } from './contact-events'
import { phoneIdentity } from './identity'

type ContactBody = BodyOf<typeof createEndpoint>

/**
 * A new contact. @throws {AppError} ERR_DUPLICATED_CONTACT (also for the ninth-digit twin), ERR_WAPP_INVALID_CONTACT
 */
export async function createContact(
  deps: ContactDeps,
  session: Session,
  body: ContactBody,
): Promise<ContactSnapshot> {
  const { companyId } = session
  const number = await checkedNumber(deps, companyId, body.number)
  const now = deps.clock.now()
  return deps.db.withTenant(companyId, async (tx) => {
    const contact = await deps.contacts.insert(tx, companyId, {
      name: body.name,
      namedBy: 'person',
      number,
      email: body.email,
      pictureKey: '',
      isGroup: false,
      createdAt: now,
      updatedAt: now,
    })
    if (!(await deps.contacts.claimIdentity(tx, companyId, contact.id, phoneIdentity(number))))
      throw new AppError('ERR_DUPLICATED_CONTACT')
    await deps.contacts.replaceExtraInfo(tx, companyId, contact.id, body.extraInfo)
    return announceContact(deps, tx, companyId, contact.id, true)
  })
}

async function renumber(deps: ContactDeps, tx: Tx, contact: Contact, number: string): Promise<void> {
  const identity = phoneIdentity(number)
  if (phoneIdentity(contact.number).value === identity.value && contact.number !== '') return
  await deps.contacts.releaseIdentity(tx, contact.companyId, contact.id, 'phone')
  if (!(await deps.contacts.claimIdentity(tx, contact.companyId, contact.id, identity)))
    throw new AppError('ERR_DUPLICATED_CONTACT')
}

async function numberAfter(
  deps: ContactDeps,
  session: Session,
  id: ContactId,
  typed: string,
): Promise<string> {
  const contact = await deps.db.withTenant(session.companyId, (tx) =>
    deps.contacts.byId(tx, session.companyId, id),
  )
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  if (contact.isGroup || contact.number === typed) return contact.number
  return checkedNumber(deps, session.companyId, typed)
}

/** Replaces a contact and its extra information. @throws {AppError} ERR_NO_CONTACT_FOUND, ERR_DUPLICATED_CONTACT */
export async function updateContact(
  deps: ContactDeps,
  session: Session,
  id: ContactId,
  body: ContactBody,
): Promise<ContactSnapshot> {
  const { companyId } = session
  const number = await numberAfter(deps, session, id, body.number)
  return deps.db.withTenant(companyId, async (tx) => {
    const contact = await deps.contacts.lockById(tx, companyId, id)
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    if (!contact.isGroup) await renumber(deps, tx, contact, number)
    await deps.contacts.save(tx, {
      ...contact,
      name: body.name,
      namedBy: 'person',
      number,
      email: body.email,
      updatedAt: deps.clock.now(),
    })
    await deps.contacts.replaceExtraInfo(tx, companyId, id, body.extraInfo)
    return announceContact(deps, tx, companyId, id, false)
  })
}
