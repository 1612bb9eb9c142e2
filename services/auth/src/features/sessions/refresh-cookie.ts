import { parseCookie, stringifySetCookie } from 'cookie'

import { REFRESH_TTL_MS } from './refresh-token'

export const REFRESH_COOKIE = 'jrt'

export type CookieSecure = 'auto' | 'always' | 'never'

const attributes = (isSecure: boolean) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/auth',
  secure: isSecure,
})

/** The `Set-Cookie` line that hands the browser its refresh token; scripts never see it. */
export const setRefreshCookie = (secret: string, isSecure: boolean): string =>
  stringifySetCookie(REFRESH_COOKIE, secret, {
    ...attributes(isSecure),
    maxAge: Math.floor(REFRESH_TTL_MS / 1000),
  })

/** The `Set-Cookie` line that takes it away. */
export const clearRefreshCookie = (isSecure: boolean): string =>
  stringifySetCookie(REFRESH_COOKIE, '', { ...attributes(isSecure), maxAge: 0, expires: new Date(0) })

export const readRefreshCookie = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : parseCookie(header)[REFRESH_COOKIE]

/**
 * Whether the caller of a POST that carries `x-requested-with` may use the cookie: a page of our own origin or of an
 * allowed one, or a program that is no browser.
 *
 * A browser cannot be made to send such a request from another site without `Origin`: it adds one to every request
 * whose method is not GET or HEAD (fetch.spec.whatwg.org, "append a request `Origin` header"), and the header, which is
 * not safelisted, makes it ask us first by a preflight (§4.10, "CORS-preflight fetch"), which only allowed origins
 * pass. Neither header at all is therefore an integration or a mobile shell. What a browser says of the site it comes
 * from (w3c.github.io/webappsec-fetch-metadata) is believed when it says no.
 */
export function mayUseCookie(
  headers: {
    origin?: string | undefined
    host?: string | undefined
    'sec-fetch-site'?: string | string[] | undefined
  },
  allowedOrigins: readonly string[],
): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (origin === undefined) return site === undefined || site === 'same-origin'
  if (allowedOrigins.includes(origin)) return true
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}
