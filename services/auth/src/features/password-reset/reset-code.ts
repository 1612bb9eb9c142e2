import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'

import { MINUTE } from '@balcao/kernel'

/* Crockford's base 32: no I, L, O and U. 8 characters are 40 bits; tries at a reset are slowed down by e-mail and network. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8

export const RESET_CODE_TTL_MS = 15 * MINUTE
export const MAX_RESET_TRIES = 5

/** A new code, as it is stored and compared: without separator. */
export const newResetCode = (length = CODE_LENGTH): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A code as a person reads it: `7KQ2-M9XA`. */
export const formatResetCode = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-')

/** A typed code in its stored form: spaces, hyphens and case do not matter, O is 0, I and L are 1. */
export const normalizeResetCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** Digests of codes, under a key of the installation: a copy of the database does not give the codes away. */
export interface ResetCodeHashes {
  /** The digest of a code, bound to the e-mail it was mailed to. */
  hash(email: string, code: string): string
  /** Compares in constant time. */
  isSame(left: string, right: string): boolean
}

export function createResetCodeHashes(secret: string): ResetCodeHashes {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'balcao password reset', 32))
  return {
    hash: (email, code) => createHmac('sha256', key).update(`${email}\n${code}`).digest('base64url'),
    isSame: (left, right) =>
      left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right)),
  }
}
