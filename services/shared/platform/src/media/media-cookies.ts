import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { companyId, userId } from '@balcao/contracts'
import type { Clock, MediaCookies, TokenClaims } from '@balcao/kernel'
import { parseCookie, stringifySetCookie } from 'cookie'

import { MEDIA_PATH } from './signed-links'

const MEDIA_COOKIE = 'jmd'
/* Company, user, token version, expiry in seconds, signature. */
const VALUE = /^([1-9]\d{0,9})\.([1-9]\d{0,9})\.(\d{1,10})\.(\d{1,12})\.([\w-]{43})$/

/* SameSite=Lax, as the refresh cookie: links from other sites work, images on other sites do not. */
const attributes = (isSecure: boolean) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: MEDIA_PATH.slice(0, -1),
  secure: isSecure,
})

/** Cookies signed with HMAC-SHA256 under a key derived from the links' secret. */
export function createMediaCookies(secret: string, clock: Clock): MediaCookies {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'balcao media cookies', 32))
  const sign = (text: string): Buffer => createHmac('sha256', key).update(text).digest()

  const buildValue = (claims: TokenClaims, expiresAt: number): string => {
    const text = [claims.companyId, claims.userId, claims.tokenVersion, expiresAt].join('.')
    return `${text}.${sign(text).toString('base64url')}`
  }

  return {
    set: (claims, { lifeMs, isSecure }) => {
      const lifeSeconds = Math.floor(lifeMs / 1000)
      const value = buildValue(claims, Math.floor(clock.now().getTime() / 1000) + lifeSeconds)
      return stringifySetCookie(MEDIA_COOKIE, value, { ...attributes(isSecure), maxAge: lifeSeconds })
    },
    clear: (isSecure) =>
      stringifySetCookie(MEDIA_COOKIE, '', { ...attributes(isSecure), maxAge: 0, expires: new Date(0) }),
    read: (header) => {
      const value = header === undefined ? '' : (parseCookie(header)[MEDIA_COOKIE] ?? '')
      const [, company, user, version, expiry, signature] = VALUE.exec(value) ?? []
      if (signature === undefined || Number(expiry) * 1000 <= clock.now().getTime()) return undefined
      const expected = sign(value.slice(0, value.lastIndexOf('.')))
      if (!timingSafeEqual(Buffer.from(signature, 'base64url'), expected)) return undefined
      return {
        companyId: companyId(Number(company)),
        userId: userId(Number(user)),
        tokenVersion: Number(version),
      }
    },
  }
}
