import type { CompanyId } from '@balcao/contracts'
import type { AddressBookEntry } from '@balcao/contracts/wire'
import { cleanText, SECOND, type Session, type Tx } from '@balcao/kernel'

import type { Contact } from './contact'
import type { ContactDeps } from './contact-deps'
import { announceContact } from './contact-events'
import { phoneIdentity } from './identity'

export interface ImportCounts {
  created: number
  renamed: number
  unchanged: number
}

const DEADLINE_MS = 10 * SECOND
const AT_ONCE = 100
const LONGEST_NAME = 255
const PHONE = /^\d{8,15}$/

type Outcome = keyof ImportCounts
type Deps = Pick<ContactDeps, 'db' | 'contacts' | 'events' | 'ids' | 'clock' | 'rpc'>

async function create(
  deps: Deps,
  tx: Tx,
  companyId: CompanyId,
  { number, name }: AddressBookEntry,
): Promise<Outcome> {
  const now = deps.clock.now()
  const contact = await deps.contacts.insert(tx, companyId, {
    name,
    // The name was typed on the connection's phone.
    namedBy: 'person',
    number,
    email: '',
    pictureKey: '',
    isGroup: false,
    createdAt: now,
    updatedAt: now,
  })
  if (await deps.contacts.claimIdentity(tx, companyId, contact.id, phoneIdentity(number))) {
    await announceContact(deps, tx, companyId, { id: contact.id, created: true })
    return 'created'
  }
  // Another transaction created the contact just now; the next import sets its name.
  await deps.contacts.discard(tx, companyId, contact.id)
  return 'unchanged'
}

async function rename(deps: Deps, tx: Tx, known: Contact, name: string): Promise<Outcome> {
  // Replaces names typed here, too: an import asks for the phone's names.
  if (known.name === name) return 'unchanged'
  const contact = await deps.contacts.lock(tx, known.companyId, known.id)
  if (!contact) return 'unchanged'
  await deps.contacts.save(tx, { ...contact, name, namedBy: 'person', updatedAt: deps.clock.now() })
  await announceContact(deps, tx, contact.companyId, { id: contact.id, created: false })
  return 'renamed'
}

async function importBatch(
  deps: Deps,
  tx: Tx,
  companyId: CompanyId,
  entries: readonly AddressBookEntry[],
): Promise<Outcome[]> {
  const identities = entries.map(({ number }) => phoneIdentity(number))
  const found = await deps.contacts.listByIdentities(tx, companyId, identities)
  const known = new Map(found.map(({ identity, contact }) => [identity.value, contact]))
  const outcomes: Outcome[] = []
  for (const [index, entry] of entries.entries()) {
    const contact = known.get(identities[index]?.value ?? '')
    outcomes.push(
      contact ? await rename(deps, tx, contact, entry.name) : await create(deps, tx, companyId, entry),
    )
  }
  return outcomes
}

/* One per person: a number with and without the ninth digit is the same one. */
function removeRepeats(entries: readonly AddressBookEntry[]): AddressBookEntry[] {
  const people = new Map<string, AddressBookEntry>()
  for (const entry of entries) {
    const name = cleanText(entry.name).trim().slice(0, LONGEST_NAME)
    if (PHONE.test(entry.number) && name !== '')
      people.set(phoneIdentity(entry.number).value, { number: entry.number, name })
  }
  // Sorted, so that two imports at once wait for each other instead of deadlocking.
  return [...people].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, entry]) => entry)
}

/**
 * Copies the address book of the default connection's phone: known numbers get its names, unknown ones become contacts.
 * A hundred at a time in a transaction of their own, so a failure leaves what was copied; a repeat changes nothing more.
 * @throws {AppError} ERR_NO_DEF_WAPP_FOUND
 */
export async function importContacts(deps: Deps, session: Session): Promise<ImportCounts> {
  const { companyId } = session
  const { entries } = await deps.rpc.messaging.listAddressBook(
    { companyId, connectionId: 0 },
    { deadlineMs: DEADLINE_MS, session },
  )
  const people = removeRepeats(entries)
  const counts: ImportCounts = { created: 0, renamed: 0, unchanged: 0 }
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE)
    const outcomes = await deps.db.withTenant(companyId, (tx) => importBatch(deps, tx, companyId, some))
    for (const outcome of outcomes) counts[outcome] += 1
  }
  return counts
}
