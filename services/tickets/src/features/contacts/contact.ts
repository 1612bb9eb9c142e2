import type { CompanyId, ContactId } from '@balcao/contracts'

export interface ExtraInfo {
  id?: number | undefined
  name: string
  value: string
}

/** Who chose the name: nobody (it is the number), WhatsApp's profile, or a person, who is never overruled. */
export type NamedBy = 'number' | 'profile' | 'person'

export interface Contact {
  id: ContactId
  companyId: CompanyId
  name: string
  namedBy: NamedBy
  /** Digits; a group's id; '' for somebody known by a LID only. */
  number: string
  email: string
  pictureKey: string
  isGroup: boolean
  createdAt: Date
  updatedAt: Date
}

const MAX_NAME = 255

export interface SeenParty {
  /** The profile's name or the group's subject; '' when not told. */
  name: string
  number: string
  isGroup: boolean
}

export const shownName = ({ name, number }: SeenParty): { name: string; namedBy: NamedBy } => {
  const clean = name.trim().slice(0, MAX_NAME)
  return clean === ''
    ? { name: number || 'WhatsApp', namedBy: 'number' }
    : { name: clean, namedBy: 'profile' }
}

/**
 * The contact after it was seen again, or undefined when nothing changes: the first profile name fills a name that was only
 * the number, a group follows its subject, a phone number fills an empty one. A name somebody typed stays.
 */
export function seenAgain(contact: Contact, party: SeenParty, now: Date): Contact | undefined {
  const seen = shownName(party)
  const mayName = contact.namedBy === 'number' || (contact.isGroup && contact.namedBy === 'profile')
  const named = seen.namedBy === 'profile' && mayName && seen.name !== contact.name ? seen : undefined
  const number = contact.number === '' && party.number !== '' ? party.number : undefined
  if (!named && number === undefined) return undefined
  return { ...contact, ...named, ...(number !== undefined && { number }), updatedAt: now }
}
