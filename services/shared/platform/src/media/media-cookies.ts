import type { Clock, MediaCookies } from '@balcao/kernel'
import { parseCookie, stringifySetCookie } from 'cookie'

import { createSignedClaims } from '../sealing'
import { MEDIA_PATH } from './signed-links'

const MEDIA_COOKIE = 'jmd'

/* SameSite=Lax, as the refresh cookie: links from other sites work, images on other sites do not. */
const attributes = (isSecure: boolean) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: MEDIA_PATH.slice(0, -1),
  secure: isSecure,
})

/** Cookies signed under a key derived from the links' secret. */
export function createMediaCookies(secret: string, clock: Clock): MediaCookies {
  const signed = createSignedClaims(secret, 'balcao media cookies', clock)
  return {
    set: (claims, { lifeMs, isSecure }) => {
      const lifeSeconds = Math.floor(lifeMs / 1000)
      const value = signed.sign(claims, Math.floor(clock.now().getTime() / 1000) + lifeSeconds)
      return stringifySetCookie(MEDIA_COOKIE, value, { ...attributes(isSecure), maxAge: lifeSeconds })
    },
    clear: (isSecure) =>
      stringifySetCookie(MEDIA_COOKIE, '', { ...attributes(isSecure), maxAge: 0, expires: new Date(0) }),
    read: (header) => signed.verify(header === undefined ? '' : (parseCookie(header)[MEDIA_COOKIE] ?? '')),
  }
}
