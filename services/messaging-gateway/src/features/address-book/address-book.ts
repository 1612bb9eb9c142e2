import { keepDigits } from '@balcao/contracts'

import type { Person } from '../whatsapp-driver'
import type { AddressBookEntry } from './address-book.store'

const MAX_NAME_LENGTH = 255

/** People with a number and a name, the last name of each number. Without a number a person cannot be imported. */
export function toEntries(people: readonly Person[]): AddressBookEntry[] {
  const names = new Map<string, string>()
  for (const { number, name } of people) {
    const digits = keepDigits(number)
    // Postgres takes no NUL, and a name that it refuses would be tried for ever.
    const clean = name.replaceAll('\0', '').trim().slice(0, MAX_NAME_LENGTH)
    if (digits !== '' && clean !== '') names.set(digits, clean)
  }
  return [...names].map(([number, name]) => ({ number, name }))
}
