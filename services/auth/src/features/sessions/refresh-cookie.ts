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

/** The `Set-Cookie` line with the refresh token, HttpOnly. */
export const setRefreshCookie = (secret: string, isSecure: boolean): string =>
  stringifySetCookie(REFRESH_COOKIE, secret, {
    ...attributes(isSecure),
    maxAge: Math.floor(REFRESH_TTL_MS / 1000),
  })

/** The `Set-Cookie` line that deletes it. */
export const clearRefreshCookie = (isSecure: boolean): string =>
  stringifySetCookie(REFRESH_COOKIE, '', { ...attributes(isSecure), maxAge: 0, expires: new Date(0) })

export const readRefreshCookie = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : parseCookie(header)[REFRESH_COOKIE]

/**
 * Whether the caller of a POST may use the cookie: a page of our own or of an allowed origin, or a program that is
 * not a browser.
 *
 * Browsers add `Origin` to every request whose method is not GET or HEAD (fetch.spec.whatwg.org, "append a request
 * `Origin` header"), and pages can neither set nor remove it or `Sec-Fetch-Site` (w3c.github.io/webappsec-fetch-metadata),
 * which can only refuse here: a page of our host that the browser calls another site's has another scheme. Without either
 * header the caller is an integration or a mobile shell. From other sites browsers do not send the cookie at all
 * (`SameSite=Lax`), but from other ports and sub-domains they do.
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
  if (origin !== undefined && allowedOrigins.includes(origin)) return true
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined) return true
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}
