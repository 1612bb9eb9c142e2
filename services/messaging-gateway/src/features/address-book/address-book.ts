import type { Person } from '../whatsapp-driver'
import type { AddressBookEntry } from './address-book.store'

const LONGEST_NAME = 255

/** Those with a number and a name, the last name of each number. Who is known by a privacy id only cannot be imported. */
export function entriesOf(people: readonly Person[]): AddressBookEntry[] {
  const names = new Map<string, string>()
  for (const { number, name } of people) {
    const digits = number.replace(/\D/g, '')
    const clean = name.trim().slice(0, LONGEST_NAME)
    if (digits !== '' && clean !== '') names.set(digits, clean)
  }
  return [...names].map(([number, name]) => ({ number, name }))
}
