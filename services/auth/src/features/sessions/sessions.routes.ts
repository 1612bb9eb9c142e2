import { login, logout, me, PRODUCT_VERSION, REFRESH_HEADER, refreshToken, version } from '@balcao/contracts'
import { AppError, type MediaCookies } from '@balcao/kernel'
import { networkPrefix, type HttpEdge } from '@balcao/platform'

import { logOut } from './end-session'
import type { KnownDevices } from './known-device'
import { logIn } from './log-in'
import type { LoginGuard } from './login-guard'
import { readMe } from './read-me'
import {
  clearRefreshCookie,
  mayUseCookie,
  readRefreshCookie,
  setRefreshCookie,
  type CookieSecure,
} from './refresh-cookie'
import { refreshSession } from './refresh-session'
import { REFRESH_TTL_MS } from './refresh-token'
import type { OpenedSession, SessionDeps } from './session-deps'
import { toLoginAnswer } from './session-view'

export interface CookieRules {
  secure: CookieSecure
  /** Other origins whose pages may refresh. */
  allowedOrigins: readonly string[]
  mediaCookies: MediaCookies
}

type WithRaw = {
  raw: {
    secure: boolean
    headers: NodeJS.Dict<string | string[]> & { cookie?: string; origin?: string; host?: string }
  }
}

export interface LoginProtection {
  guard: LoginGuard
  knownDevices: KnownDevices
}

export function sessionsRoutes(
  edge: HttpEdge,
  deps: SessionDeps,
  { guard, knownDevices, ...rules }: CookieRules & LoginProtection,
): void {
  const isSecure = ({ raw }: WithRaw) => (rules.secure === 'auto' ? raw.secure : rules.secure === 'always')

  /* Both cookies have the same lifetime: the refresh token, and the media cookie. */
  const buildCookies = ({ user, refreshSecret }: OpenedSession, secure: boolean): string[] => {
    const claims = { companyId: user.companyId, userId: user.id, tokenVersion: user.tokenVersion }
    return [
      setRefreshCookie(refreshSecret, secure),
      rules.mediaCookies.set(claims, { lifeMs: REFRESH_TTL_MS, isSecure: secure }),
    ]
  }
  const clearedCookies = (secure: boolean) => [clearRefreshCookie(secure), rules.mediaCookies.clear(secure)]

  edge.route(login, async (request) => {
    const { body, raw, res } = request
    const { cookie } = raw.headers
    const device = knownDevices.idFor(body.email, cookie, deps.clock.now())
    const attempt = { email: body.email, network: networkPrefix(request.ip), device }
    const isUrgent = device !== undefined
    const session = await guard(request.rateLimits, attempt, () => logIn(deps, { ...body, isUrgent }))
    res.append('set-cookie', buildCookies(session, isSecure(request)))
    res.append('set-cookie', knownDevices.remember(body.email, cookie, deps.clock.now(), isSecure(request)))
    return toLoginAnswer(deps, session, request.maxUploadBytes)
  })

  edge.route(refreshToken, async (request) => {
    const { headers } = request.raw
    const isOurs = headers[REFRESH_HEADER] !== undefined && mayUseCookie(headers, rules.allowedOrigins)
    if (!isOurs) throw new AppError('ERR_ORIGIN_NOT_ALLOWED')
    try {
      const session = await refreshSession(deps, readRefreshCookie(headers.cookie))
      request.res.append('set-cookie', buildCookies(session, isSecure(request)))
      return await toLoginAnswer(deps, session, request.maxUploadBytes)
    } catch (error) {
      const isOver = error instanceof AppError && error.code === 'ERR_SESSION_OVER'
      if (isOver) request.res.append('set-cookie', clearedCookies(isSecure(request)))
      throw error
    }
  })

  edge.route(logout, async (request) => {
    await logOut(deps, request.session)
    request.res.append('set-cookie', clearedCookies(isSecure(request)))
    return undefined
  })

  edge.route(me, ({ session }) => readMe(deps, session))
  edge.route(version, async () => ({ version: PRODUCT_VERSION }))
}
