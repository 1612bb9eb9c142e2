import type { CompanyId, ContactId } from '@balcao/contracts'
import type { ImportedPerson, ServicePorts, Tx } from '@balcao/kernel'

import { phoneIdentity, type ContactStore, type NewPerson } from '../contacts'

interface Deps extends Pick<ServicePorts, 'clock'> {
  contacts: ContactStore
}

/** The contact that was made of each person; undefined where the number is one of a contact that was there, or comes twice. */
export type MadeContacts<P> = { person: P; contactId: ContactId | undefined }[]

const toNewPerson = ({ name, number, email }: ImportedPerson): NewPerson => ({
  identity: phoneIdentity(number),
  name,
  number,
  email,
})

/**
 * Makes contacts of people whose number no contact has, in both spellings of a Brazilian one. Announces nothing: the caller
 * appends one event for all. Any number of callers at once make one contact of a number.
 */
export async function createContacts<P extends ImportedPerson>(
  deps: Deps,
  tx: Tx,
  companyId: CompanyId,
  people: readonly P[],
): Promise<MadeContacts<P>> {
  const identities = people.map(({ number }) => phoneIdentity(number))
  const known = await deps.contacts.listByIdentities(tx, companyId, identities)
  const taken = new Set(known.map(({ identity }) => identity.value))
  const fresh = new Map<string, P>()
  for (const [index, person] of people.entries()) {
    const value = identities[index]?.value ?? ''
    if (!taken.has(value) && !fresh.has(value)) fresh.set(value, person)
  }
  // Sorted, so that two imports at once wait for each other instead of deadlocking.
  const asked = [...fresh.keys()].sort().flatMap((value) => fresh.get(value) ?? [])
  const made = await deps.contacts.insertAll(tx, companyId, asked.map(toNewPerson), deps.clock.now())
  return people.map((person) => ({
    person,
    contactId: fresh.get(phoneIdentity(person.number).value) === person ? made.get(person.number) : undefined,
  }))
}
