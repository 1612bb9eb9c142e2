import { AppError } from '@balcao/kernel'

import type { CommonPasswords } from './passwords.port'

/** Facts about the owner that a guesser may use. */
export interface PasswordOwner {
  email: string
  /** Names of the person and the company. */
  names: readonly string[]
}

/* Published defaults of similar products and of the demo. */
const PUBLISHED = new Set(['mudar123', 'balcao123'])

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
const withoutSpaces = (text: string): string => text.replace(/\s+/g, '')

/** Whether the password is a common one, the e-mail, its local part, or a name, ignoring case and spaces. */
export function isWeakPassword(
  password: string,
  { email, names }: PasswordOwner,
  common: CommonPasswords,
): boolean {
  const guessed = plain(password)
  const address = plain(email)
  const known = [address, address.slice(0, address.lastIndexOf('@')), ...names.map(plain)].map(withoutSpaces)
  return common.has(guessed) || PUBLISHED.has(guessed) || known.includes(withoutSpaces(guessed))
}

/** Called wherever a password is chosen. @throws {AppError} ERR_WEAK_PASSWORD */
export function assertStrongPassword(password: string, owner: PasswordOwner, common: CommonPasswords): void {
  if (isWeakPassword(password, owner, common)) throw new AppError('ERR_WEAK_PASSWORD')
}
