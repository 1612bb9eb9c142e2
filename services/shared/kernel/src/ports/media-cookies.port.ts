import type { TokenClaims } from './session-directory.port'

/**
 * The cookie that authorises media requests: a page's images and links cannot carry an access token.
 * It names a session and is not one: {@link SessionDirectory} decides whether that session is alive.
 */
export interface MediaCookies {
  /** The `Set-Cookie` line at login. */
  set(claims: TokenClaims, options: { lifeMs: number; isSecure: boolean }): string
  /** The `Set-Cookie` line at logout. */
  clear(isSecure: boolean): string
  /** The session that a `Cookie` header names; undefined without our cookie, or when it is forged or expired. */
  read(header: string | undefined): TokenClaims | undefined
}
