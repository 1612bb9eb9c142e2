import type { CompanyId, ContactId } from '@balcao/contracts'

export interface ExtraInfo {
  id?: number | undefined
  name: string
  value: string
}

/** Where the name comes from: the number, WhatsApp's profile, or a user; a user's is never replaced. */
export type NamedBy = 'number' | 'profile' | 'person'

export interface Contact {
  id: ContactId
  companyId: CompanyId
  name: string
  namedBy: NamedBy
  /** Digits; a group's id; '' when only a LID is known. */
  number: string
  email: string
  pictureKey: string
  isGroup: boolean
  createdAt: Date
  updatedAt: Date
}

const MAX_NAME = 255

export interface SeenParty {
  /** The profile's name or the group's subject; '' when unknown. */
  name: string
  number: string
  isGroup: boolean
}

export const chooseName = ({ name, number }: SeenParty): { name: string; namedBy: NamedBy } => {
  const clean = name.trim().slice(0, MAX_NAME)
  return clean === ''
    ? { name: number || 'WhatsApp', namedBy: 'number' }
    : { name: clean, namedBy: 'profile' }
}

/**
 * The contact after it was seen again, or undefined when nothing changes: the first profile name fills a name that was only
 * the number, a group follows its subject, a phone number fills an empty one. A name that a user typed is kept.
 */
export function updateSeenContact(contact: Contact, party: SeenParty, now: Date): Contact | undefined {
  const seen = chooseName(party)
  const isRenamable = contact.namedBy === 'number' || (contact.isGroup && contact.namedBy === 'profile')
  const named = seen.namedBy === 'profile' && isRenamable && seen.name !== contact.name ? seen : undefined
  const number = contact.number === '' && party.number !== '' ? party.number : undefined
  if (!named && number === undefined) return undefined
  return { ...contact, ...named, ...(number !== undefined && { number }), updatedAt: now }
}
