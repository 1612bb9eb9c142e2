import type { TokenClaims } from './session-directory.port'

/**
 * The cookie that shows whose session asks for media: a page's images and links cannot carry an access token.
 * It names the session and is none: only {@link SessionDirectory} says whether that session lives.
 */
export interface MediaCookies {
  /** The `Set-Cookie` line of an opened session. */
  set(claims: TokenClaims, options: { lifeMs: number; isSecure: boolean }): string
  /** The `Set-Cookie` line that takes it away. */
  clear(isSecure: boolean): string
  /** Whom a `Cookie` header names; undefined when it has none of ours, or a forged or expired one. */
  read(header: string | undefined): TokenClaims | undefined
}
