import {
  completePhone,
  normalizePhone,
  type CompanyId,
  type ContactListId,
  type ContactListItemId,
} from '@balcao/contracts'
import { AppError, MINUTE } from '@balcao/kernel'

export const validities = ['unknown', 'valid', 'invalid'] as const
/** Whether a number is on WhatsApp. */
export type Validity = (typeof validities)[number]

export interface ContactListItem {
  id: ContactListItemId
  companyId: CompanyId
  contactListId: ContactListId
  name: string
  /** Digits with the country's code. */
  number: string
  email: string
  validity: Validity
  /** When the number is to be checked on WhatsApp; null: it was. */
  checkAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export interface ItemInput {
  name: string
  number: string
  email: string
}

/* A person waits for the check of what they typed; imported rows wait behind it. */
const FIRST_OF_ALL = new Date(0)
const CHECK_AGAIN_MS = MINUTE

/** The number with its country's code. @throws {AppError} ERR_WAPP_INVALID_CONTACT */
export function parseNumber(typed: string): string {
  const number = completePhone(typed)
  if (!/^\d{8,15}$/.test(number)) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return number
}

/** What a number is unique by: both spellings of a Brazilian mobile number are one. */
export const toNumberKey = (number: string): string => normalizePhone(number)

/** A typed item, whose number is checked before imported ones. */
export const buildItem = (
  list: Pick<ContactListItem, 'companyId' | 'contactListId'>,
  { name, number, email }: ItemInput,
  now: Date,
): Omit<ContactListItem, 'id'> => ({
  companyId: list.companyId,
  contactListId: list.contactListId,
  name,
  number: parseNumber(number),
  email,
  validity: 'unknown',
  checkAt: FIRST_OF_ALL,
  createdAt: now,
  updatedAt: now,
})

/** The item with what the patch names; another number is checked again. */
export function changeItem(
  item: ContactListItem,
  { name = item.name, number: typed = item.number, email = item.email }: Partial<ItemInput>,
  now: Date,
): ContactListItem {
  const number = typed === item.number ? typed : parseNumber(typed)
  if (name === item.name && number === item.number && email === item.email) return item
  const changed = { ...item, name, email, updatedAt: now }
  return number === item.number ? changed : { ...changed, number, validity: 'unknown', checkAt: FIRST_OF_ALL }
}

/** The item after WhatsApp's answer, under the number as WhatsApp writes it. */
export const recordCheck = (
  item: ContactListItem,
  { exists, number }: { exists: boolean; number: string },
  now: Date,
): ContactListItem => ({
  ...item,
  // WhatsApp's spelling of the same number; another one would belong to another row.
  number: exists && toNumberKey(number) === toNumberKey(item.number) ? number : item.number,
  validity: exists ? 'valid' : 'invalid',
  checkAt: null,
  updatedAt: now,
})

/** The item after an unanswered check: no session was connected. */
export const postponeCheck = (item: ContactListItem, now: Date): ContactListItem => ({
  ...item,
  checkAt: new Date(now.getTime() + CHECK_AGAIN_MS),
})
