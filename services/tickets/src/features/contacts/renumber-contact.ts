import type { CompanyId, ContactId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'

import { changeTicket, type TicketDeps } from '../tickets'
import { chooseName, type Contact } from './contact'
import { announceContact } from './contact-events'
import type { ContactStore, FormerIdentity, Identity } from './contact.store'
import { phoneIdentity } from './identity'
import { linkContacts } from './link-contacts'
import { hasOtherIdentities, mergeInto, sameIdentity } from './resolve-contact'

interface Deps extends TicketDeps {
  contacts: ContactStore
}

/** By what the network knew a person, and by what from now on. */
export interface Renumbering {
  companyId: CompanyId
  before: readonly Identity[]
  after: readonly Identity[]
  /** Digits; '' of one that is hidden. */
  number: string
  changedAt: Date
  now: Date
}

const has = (identities: readonly Identity[], identity: Identity): boolean =>
  identities.some((known) => sameIdentity(known, identity))

const isSet = (identities: readonly Identity[], kind: Identity['kind']): boolean =>
  identities.some((identity) => identity.kind === kind)

const asShown = ({ number }: Contact, identities: readonly Identity[]): FormerIdentity[] =>
  identities.map((identity) => ({
    ...identity,
    number: number !== '' && sameIdentity(identity, phoneIdentity(number)) ? number : '',
  }))

/* A number is passed on: who has it together with another BSUID is not the person who left it. */
async function listOwners(deps: Deps, tx: Tx, { companyId, before }: Renumbering): Promise<Contact[]> {
  const found = await deps.contacts.listByIdentities(tx, companyId, before)
  const bsuid = before.find(({ kind }) => kind === 'bsuid')
  const owners: Contact[] = []
  for (const contact of new Map(found.map((known) => [known.contact.id, known.contact])).values()) {
    const own = await deps.contacts.listIdentities(tx, companyId, contact.id)
    if (!bsuid || !isSet(own, 'bsuid') || has(own, bsuid)) owners.push(contact)
  }
  return owners
}

/* Undefined when nobody is known by what the person was or is known by. */
async function findPerson(deps: Deps, tx: Tx, change: Renumbering): Promise<Contact | undefined> {
  const { companyId, before: identities, after, now } = change
  const party = { name: '', number: '', isGroup: false }
  const owners = await listOwners(deps, tx, change)
  if (owners.length > 1) await linkContacts(deps, tx, { companyId, identities, party, now })
  const [owner] = owners.length > 1 ? await listOwners(deps, tx, change) : owners
  const [there] = owner ? [] : await deps.contacts.listByIdentities(tx, companyId, after)
  const id = owner?.id ?? there?.contact.id
  return id === undefined ? undefined : deps.contacts.lock(tx, companyId, id)
}

async function announceNumber(deps: Deps, tx: Tx, companyId: CompanyId, id: ContactId): Promise<void> {
  await announceContact(deps, tx, companyId, { id, created: false })
  for (const ticket of await deps.tickets.lockByContact(tx, companyId, id))
    await changeTicket(deps, tx, ticket, { command: { kind: 'change-number' } })
}

/* Another person, who had the number before: that contact keeps its history, and what else it is known by. */
async function takeFrom(deps: Deps, tx: Tx, other: Contact, change: Renumbering): Promise<void> {
  const { companyId, after, changedAt, now } = change
  await deps.contacts.leaveIdentities(tx, companyId, other.id, {
    identities: asShown(other, after),
    leftAt: changedAt,
  })
  if (other.number === '' || !has(after, phoneIdentity(other.number))) return
  const left = await deps.contacts.listIdentities(tx, companyId, other.id)
  const number = left.find(({ kind }) => kind === 'phone')?.value ?? ''
  await deps.contacts.save(tx, { ...other, number, updatedAt: now })
  await announceNumber(deps, tx, companyId, other.id)
}

/* Whoever is known by the new number or BSUID already becomes one with the contact, unless it is another person. */
async function joinOthers(deps: Deps, tx: Tx, contact: Contact, change: Renumbering): Promise<void> {
  const { companyId, after, now } = change
  const found = await deps.contacts.listByIdentities(tx, companyId, after)
  const others = new Map(found.map((known) => [known.contact.id, known.contact]))
  others.delete(contact.id)
  for (const other of others.values()) {
    if (await hasOtherIdentities(deps, tx, { companyId, identities: after }, [other.id])) {
      await takeFrom(deps, tx, other, change)
      continue
    }
    // All that is new goes with it, so that an undo gives it back.
    for (const identity of after) await deps.contacts.claimIdentity(tx, companyId, other.id, identity)
    await mergeInto(deps, tx, { kept: contact, merged: other }, now)
  }
}

const ATTEMPTS = 5

/* A message of the new number may make a contact at the same time: then it is joined, too. */
async function claimNew(deps: Deps, tx: Tx, contact: Contact, change: Renumbering): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await joinOthers(deps, tx, contact, change)
    const claims: boolean[] = []
    for (const identity of change.after)
      claims.push(await deps.contacts.claimIdentity(tx, change.companyId, contact.id, identity))
    if (claims.every(Boolean)) return
  }
  throw new AppError('ERR_UNAVAILABLE', { detail: 'the contact kept changing' })
}

/*
 * A BSUID is as old as the number that it stands for: where no former number is told, it is the one that we know. What nobody was known by
 * is left, too: late messages come under it.
 */
async function leaveOld(deps: Deps, tx: Tx, contact: Contact, change: Renumbering): Promise<void> {
  const { companyId, before, after, changedAt } = change
  const isTold = isSet(before, 'phone') || contact.number === ''
  const old = isTold ? before : [...before, phoneIdentity(contact.number)]
  const stale = old.filter((identity) => !has(after, identity))
  for (const identity of stale) await deps.contacts.claimIdentity(tx, companyId, contact.id, identity)
  await deps.contacts.leaveIdentities(tx, companyId, contact.id, {
    identities: asShown(contact, stale),
    leftAt: changedAt,
  })
}

function showNumber(contact: Contact, { before, number, now }: Renumbering): Contact {
  // A second number of the contact, from a merge, is not the one that it is answered by.
  const isSecond =
    contact.number !== '' && isSet(before, 'phone') && !has(before, phoneIdentity(contact.number))
  if (isSecond || contact.number === number) return contact
  const named = contact.namedBy === 'number' ? chooseName({ name: '', number, isGroup: false }) : undefined
  return { ...contact, ...named, number, updatedAt: now }
}

async function areApart(deps: Deps, tx: Tx, contact: Contact, change: Renumbering): Promise<boolean> {
  const { companyId, after } = change
  const found = await deps.contacts.listByIdentities(tx, companyId, after)
  const ids = [...new Set([contact.id, ...found.map((known) => known.contact.id)])]
  return ids.length > 1 && deps.contacts.areKeptApart(tx, companyId, ids)
}

/* The contact followed already: by another of its notices, or by its first message. */
async function hasFollowed(deps: Deps, tx: Tx, { id }: Contact, change: Renumbering): Promise<boolean> {
  const { companyId, before, after } = change
  const own = await deps.contacts.listIdentities(tx, companyId, id)
  const isOld = before.some((identity) => has(own, identity) && !has(after, identity))
  return !isOld && after.every((identity) => has(own, identity))
}

/**
 * The contact of a person who has another number, as the network says: it keeps what it has and is known by the new number and BSUID, no
 * longer by the former ones, and each of its tickets says so. A contact that is known by the new ones is merged, which can be undone,
 * unless it is another person: from that one the number alone moves. Nothing changes where an administrator told the two apart. Messages
 * that were queued keep their address. Undefined, and nothing written, when nobody is known. A repeat changes nothing.
 */
export async function renumberContact(deps: Deps, tx: Tx, change: Renumbering): Promise<Contact | undefined> {
  const { companyId } = change
  const contact = await findPerson(deps, tx, change)
  if (!contact || (await areApart(deps, tx, contact, change))) return contact
  if (await hasFollowed(deps, tx, contact, change)) {
    await leaveOld(deps, tx, { ...contact, number: '' }, change)
    return contact
  }
  await claimNew(deps, tx, contact, change)
  await leaveOld(deps, tx, contact, change)
  const shown = showNumber(contact, change)
  if (shown !== contact) await deps.contacts.save(tx, shown)
  await announceNumber(deps, tx, companyId, contact.id)
  return shown
}
