import type { MediaCookies } from '@balcao/kernel'

import type { RenewedSession } from '../users'
import { clearRefreshCookie, setRefreshCookie, type CookieSecure } from './refresh-cookie'
import { REFRESH_TTL_MS } from './refresh-token'

/** The request whose answer carries the cookies. */
export interface CookieExchange {
  /** `secure`: whether it came over https. */
  raw: { secure: boolean }
  res: { append(name: string, value: string): unknown }
}

/** The cookies of a session: the refresh token, and the media cookie. Both have the same lifetime. */
export interface SessionCookies {
  isSecure(exchange: Pick<CookieExchange, 'raw'>): boolean
  set(exchange: CookieExchange, session: RenewedSession): void
  clear(exchange: CookieExchange): void
}

export function createSessionCookies(rules: {
  secure: CookieSecure
  mediaCookies: MediaCookies
}): SessionCookies {
  const { secure, mediaCookies } = rules
  const isSecure: SessionCookies['isSecure'] = ({ raw }) =>
    secure === 'auto' ? raw.secure : secure === 'always'
  return {
    isSecure,
    set: (exchange, { user, refreshSecret }) => {
      const claims = { companyId: user.companyId, userId: user.id, tokenVersion: user.tokenVersion }
      const media = { lifeMs: REFRESH_TTL_MS, isSecure: isSecure(exchange) }
      exchange.res.append('set-cookie', setRefreshCookie(refreshSecret, media.isSecure))
      exchange.res.append('set-cookie', mediaCookies.set(claims, media))
    },
    clear: (exchange) => {
      exchange.res.append('set-cookie', clearRefreshCookie(isSecure(exchange)))
      exchange.res.append('set-cookie', mediaCookies.clear(isSecure(exchange)))
    },
  }
}
