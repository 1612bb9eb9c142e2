import { isDeepStrictEqual } from 'node:util'

import {
  completePhone,
  type BodyOf,
  type ContactId,
  type createContact as createEndpoint,
  type updateContact as updateEndpoint,
} from '@balcao/contracts'
import type { ContactSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { changeNumber, isSameNumber } from './change-number'
import { checkNumber } from './check-number'
import type { Contact, ExtraInfo } from './contact'
import type { ContactDeps } from './contact-deps'
import { announceContact } from './contact-events'
import { phoneIdentity } from './identity'

type ContactBody = BodyOf<typeof createEndpoint>
type ContactPatch = BodyOf<typeof updateEndpoint>

/**
 * A new contact. @throws {AppError} ERR_DUPLICATED_CONTACT (also with or without the ninth digit), ERR_WAPP_INVALID_CONTACT
 */
export async function createContact(
  deps: ContactDeps,
  session: Session,
  body: ContactBody,
): Promise<ContactSnapshot> {
  const { companyId } = session
  const number = await checkNumber(deps, session, completePhone(body.number))
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
    return announceContact(deps, tx, companyId, { id: contact.id, created: true })
  })
}

async function resolveNumber(
  deps: ContactDeps,
  session: Session,
  id: ContactId,
  typed: string | undefined,
): Promise<string> {
  const contact = await deps.db.withTenant(session.companyId, (tx) =>
    deps.contacts.find(tx, session.companyId, id),
  )
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  // The stored number is complete, also one of another country that reads as a Brazilian one without country.
  if (typed === undefined || contact.isGroup || contact.number === typed.replace('+', ''))
    return contact.number
  // Only a contact whose number is hidden may have none: a known number cannot be removed.
  if (typed === '') throw new AppError('ERR_VALIDATION', { detail: 'number' })
  return checkNumber(deps, session, completePhone(typed))
}

/* An unchanged name keeps its origin, so that WhatsApp's profile may still replace it. */
const applyPatch = (contact: Contact, patch: ContactPatch, number: string): Contact => ({
  ...contact,
  name: patch.name ?? contact.name,
  namedBy: (patch.name ?? contact.name) === contact.name ? contact.namedBy : 'person',
  number,
  email: patch.email ?? contact.email,
})

const toTuples = (extraInfo: readonly ExtraInfo[]) =>
  extraInfo.map(({ id, name, value }) => [id, name, value] as const)

async function saveChanged(
  deps: ContactDeps,
  tx: Tx,
  session: Session,
  { before, after }: { before: Contact; after: Contact },
): Promise<void> {
  const { isGroup, number } = after
  if (isGroup || number === before.number || isSameNumber(before.number, number))
    return deps.contacts.save(tx, after)
  await changeNumber(deps, tx, session, { before, after })
}

/**
 * The contact with what the patch names; its extra information is replaced as a whole.
 * @throws {AppError} ERR_NO_CONTACT_FOUND, ERR_DUPLICATED_CONTACT, ERR_VALIDATION, ERR_CONTACT_SERVED_ELSEWHERE
 */
export async function updateContact(
  deps: ContactDeps,
  session: Session,
  id: ContactId,
  patch: ContactPatch,
): Promise<ContactSnapshot> {
  const { companyId } = session
  const number = await resolveNumber(deps, session, id, patch.number)
  return deps.db.withTenant(companyId, async (tx) => {
    const contact = await deps.contacts.lock(tx, companyId, id)
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    const snapshot = (await deps.contacts.findSnapshots(tx, companyId, [id])).get(id)
    if (!snapshot) throw new AppError('ERR_NO_CONTACT_FOUND')
    const changed = applyPatch(contact, patch, number)
    const extraInfo = patch.extraInfo ?? snapshot.extraInfo
    const isSameInfo = isDeepStrictEqual(toTuples(extraInfo), toTuples(snapshot.extraInfo))
    if (isSameInfo && isDeepStrictEqual(changed, contact)) return snapshot
    await saveChanged(deps, tx, session, {
      before: contact,
      after: { ...changed, updatedAt: deps.clock.now() },
    })
    if (!isSameInfo) await deps.contacts.replaceExtraInfo(tx, companyId, id, extraInfo)
    return announceContact(deps, tx, companyId, { id, created: false })
  })
}
