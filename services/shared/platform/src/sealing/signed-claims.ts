import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { companyId, userId } from '@balcao/contracts'
import { SECOND, type Clock, type TokenClaims } from '@balcao/kernel'

/** Texts that say whose session they were made for, where a browser sends no `Authorization`. */
export interface SignedClaims {
  /** @param subject what the text counts for besides; '' for nothing else. */
  sign(claims: TokenClaims, expiresAtSeconds: number, subject?: string): string
  /** Undefined for a forged or old text, and for one of another subject. */
  verify(text: string, subject?: string): TokenClaims | undefined
}

/* Company, user, token version, expiry in seconds, signature. */
const TEXT = /^([1-9]\d{0,9})\.([1-9]\d{0,9})\.(\d{1,10})\.(\d{1,12})\.([\w-]{43})$/

/** HMAC-SHA256 under a key that is derived from the secret for one purpose. */
export function createSignedClaims(secret: string, purpose: string, clock: Clock): SignedClaims {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const compute = (text: string, subject: string): Buffer =>
    createHmac('sha256', key)
      .update(subject === '' ? text : `${subject}|${text}`)
      .digest()

  return {
    sign: (claims, expiresAtSeconds, subject = '') => {
      const text = [claims.companyId, claims.userId, claims.tokenVersion, expiresAtSeconds].join('.')
      return `${text}.${compute(text, subject).toString('base64url')}`
    },
    verify: (given, subject = '') => {
      const [, company, user, version, expiry, signature] = TEXT.exec(given) ?? []
      if (signature === undefined || Number(expiry) * SECOND <= clock.now().getTime()) return undefined
      const expected = compute(given.slice(0, given.lastIndexOf('.')), subject)
      if (!timingSafeEqual(Buffer.from(signature, 'base64url'), expected)) return undefined
      return {
        companyId: companyId(Number(company)),
        userId: userId(Number(user)),
        tokenVersion: Number(version),
      }
    },
  }
}
