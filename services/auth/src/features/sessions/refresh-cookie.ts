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
 * Whether a browser page may use the cookie: our own origin, or one of the allowed ones.
 * A request without `Origin` passes only when the browser itself says that it stayed on our origin.
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
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin'
  if (allowedOrigins.includes(origin)) return true
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}
