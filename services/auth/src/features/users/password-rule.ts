import { AppError } from '@balcao/kernel'

import type { CommonPasswords } from './passwords.port'

/** What a stranger knows of whom the password is for. */
export interface PasswordOwner {
  email: string
  /** The person's and the company's. */
  names: readonly string[]
}

/* Published as defaults: by the products this one grew from, and by our demo. */
const PUBLISHED = new Set(['mudar123', 'balcao123'])

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
const withoutSpaces = (text: string): string => text.replace(/\s+/g, '')

/** Whether the password is a common one, the e-mail, the part of it before the @, or a name, whatever the case and the spaces. */
export function isGuessable(
  password: string,
  { email, names }: PasswordOwner,
  common: CommonPasswords,
): boolean {
  const guessed = plain(password)
  const address = plain(email)
  const known = [address, address.slice(0, address.lastIndexOf('@')), ...names.map(plain)].map(withoutSpaces)
  return common.has(guessed) || PUBLISHED.has(guessed) || known.includes(withoutSpaces(guessed))
}

/** Wherever a password is chosen. @throws {AppError} ERR_WEAK_PASSWORD */
export function assertUnguessable(password: string, owner: PasswordOwner, common: CommonPasswords): void {
  if (isGuessable(password, owner, common)) throw new AppError('ERR_WEAK_PASSWORD')
}
