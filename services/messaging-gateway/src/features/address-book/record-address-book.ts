import type { ServicePorts } from '@balcao/kernel'

import type { SessionHolder } from '../inbound'
import type { Person } from '../whatsapp-driver'
import { toEntries } from './address-book'
import type { AddressBookStore } from './address-book.store'

export interface AddressBookDeps extends Pick<ServicePorts, 'db' | 'leases' | 'clock'> {
  addressBook: AddressBookStore
}

/** Stores entries of the phone's address book. Idempotent. @throws {AppError} ERR_LEASE_LOST */
export async function recordAddressBook(
  deps: AddressBookDeps,
  { companyId, connectionId, lease }: SessionHolder,
  people: readonly Person[],
): Promise<void> {
  const entries = toEntries(people)
  if (entries.length === 0) return
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    await deps.addressBook.save(tx, companyId, connectionId, { entries, now: deps.clock.now() })
  })
}
