import type { CompanyId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'

import { changeTicket, type TicketDeps } from '../tickets'
import { updateSeenContact, chooseName, type Contact, type SeenParty } from './contact'
import { announceContact, contactDeleted } from './contact-events'
import type { ContactStore, Identity, KnownIdentity } from './contact.store'

interface Deps extends TicketDeps {
  contacts: ContactStore
}

export interface ResolveContactRequest {
  companyId: CompanyId
  identities: readonly Identity[]
  party: SeenParty
  /** The contacts that the identities name, when they were just read in this transaction. */
  known?: readonly KnownIdentity[]
  /** Of a message: one from before its writer took another number is still theirs. */
  writtenAt?: Date
  now: Date
}

export interface ResolvedContact {
  contact: Contact
  /** Made in this transaction: nothing belongs to it yet. */
  isNew: boolean
}

const ATTEMPTS = 5

async function create(
  deps: Deps,
  tx: Tx,
  { companyId, identities, party, now }: ResolveContactRequest,
): Promise<Contact | undefined> {
  const contact = await deps.contacts.insert(tx, companyId, {
    ...chooseName(party),
    number: party.number,
    email: '',
    pictureKey: '',
    isGroup: party.isGroup,
    createdAt: now,
    updatedAt: now,
  })
  for (const identity of identities) {
    if (await deps.contacts.claimIdentity(tx, companyId, contact.id, identity)) continue
    await deps.contacts.discard(tx, companyId, contact.id)
    return undefined
  }
  await announceContact(deps, tx, companyId, { id: contact.id, created: true })
  return contact
}

/**
 * `kept` gets what `merged` has, as the network says that they are one. Contact and connection have at most one unclosed ticket: where both
 * have one, the merged contact's is closed. Its tickets move before its row is deleted, since that cascades to tickets.
 */
export async function mergeInto(
  deps: Deps,
  tx: Tx,
  { kept, merged }: { kept: Contact; merged: Contact },
  now: Date,
): Promise<void> {
  const { companyId } = kept
  const unclosed = await deps.tickets.lockEveryUnclosed(tx, companyId, { contactId: kept.id })
  const connections = new Set(unclosed.map(({ connectionId }) => connectionId))
  const moving = await deps.tickets.lockByContact(tx, companyId, merged.id)
  await deps.contacts.moveToKept(tx, kept, merged, { now, closed: [] })
  for (const ticket of moving) {
    const closes = connections.has(ticket.connectionId)
    await changeTicket(deps, tx, ticket, { command: { kind: 'change-contact', contactId: kept.id, closes } })
  }
  await deps.contacts.discard(tx, companyId, merged.id)
  await deps.events.append(tx, [contactDeleted(deps, companyId, merged.id, kept.id)])
}

export const sameIdentity = (left: Identity, right: Identity): boolean =>
  left.kind === right.kind && left.value === right.value

/**
 * Whether one of these contacts has another number, or another privacy id of a kind that is named: then it is another person, and claiming
 * a number must not show that person's history.
 */
export async function hasOtherIdentities(
  deps: Pick<Deps, 'contacts'>,
  tx: Tx,
  { companyId, identities }: Pick<ResolveContactRequest, 'companyId' | 'identities'>,
  ids: readonly Contact['id'][],
): Promise<boolean> {
  for (const id of ids) {
    const own = await deps.contacts.listIdentities(tx, companyId, id)
    const others = own.filter(({ kind }) => identities.some((asked) => asked.kind === kind))
    if (others.some((identity) => !identities.some((asked) => sameIdentity(asked, identity)))) return true
  }
  return false
}

/* Contacts whose merge a user undid, or with other identities, are not merged: the most reliable identity decides. */
async function canLink(
  deps: Deps,
  tx: Tx,
  found: readonly KnownIdentity[],
  request: ResolveContactRequest,
): Promise<{ found: readonly KnownIdentity[]; request: ResolveContactRequest }> {
  const ids = [...new Set(found.map(({ contact }) => contact.id))]
  if (ids.length < 2) return { found, request }
  const areApart =
    (await deps.contacts.areKeptApart(tx, request.companyId, ids)) ||
    (await hasOtherIdentities(deps, tx, request, ids))
  if (!areApart) return { found, request }
  const own = found.slice(0, 1)
  const identities = own.map(({ identity }) => identity)
  // The number belongs to the other contact.
  const number = identities[0]?.kind === 'phone' ? request.party.number : ''
  return { found: own, request: { ...request, identities, party: { ...request.party, number } } }
}

async function link(
  deps: Deps,
  tx: Tx,
  known: readonly KnownIdentity[],
  asked: ResolveContactRequest,
): Promise<Contact> {
  const { found, request } = await canLink(deps, tx, known, asked)
  const contacts = new Map(found.map(({ contact }) => [contact.id, contact]))
  const [kept, ...others] = [...contacts.values()].toSorted((left, right) => left.id - right.id)
  if (!kept) throw new AppError('ERR_NO_CONTACT_FOUND')
  for (const merged of others) await mergeInto(deps, tx, { kept, merged }, request.now)
  const fresh = request.identities.filter(
    (identity) => !found.some((known) => sameIdentity(known.identity, identity)),
  )
  for (const identity of fresh) await deps.contacts.claimIdentity(tx, request.companyId, kept.id, identity)
  const seen = updateSeenContact(kept, request.party, request.now)
  if (seen) await deps.contacts.save(tx, seen)
  if (seen || others.length > 0)
    await announceContact(deps, tx, request.companyId, { id: kept.id, created: false })
  return seen ?? kept
}

/* A message that came late may be from before its writer took another number. */
const listKnown = (
  { contacts }: Deps,
  tx: Tx,
  { companyId, identities, writtenAt }: ResolveContactRequest,
): Promise<KnownIdentity[]> =>
  writtenAt
    ? contacts.listWriters(tx, companyId, identities, writtenAt)
    : contacts.listByIdentities(tx, companyId, identities)

/**
 * The one contact these identities name; made when there is none. Identities seen together for the first time merge
 * their contacts into the oldest one, unless one of them is known by another number or privacy id too, or a person told them apart. Appends the events of what changed. Any number of callers at once get the same contact.
 */
export async function resolveContact(
  deps: Deps,
  tx: Tx,
  request: ResolveContactRequest,
): Promise<ResolvedContact> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const found = attempt === 1 && request.known ? request.known : await listKnown(deps, tx, request)
    const [first] = found
    if (first?.isFormer) return { contact: first.contact, isNew: false }
    if (first) return { contact: await link(deps, tx, found, request), isNew: false }
    const created = await create(deps, tx, request)
    if (created) return { contact: created, isNew: true }
  }
  throw new AppError('ERR_UNAVAILABLE', { detail: 'the contact kept changing' })
}
