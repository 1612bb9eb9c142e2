import { login, logout, me, PRODUCT_VERSION, refreshToken, version } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import { countedAddress, networkPrefix, type HttpEdge } from '@balcao/platform'

import { logOut } from './end-session'
import type { KnownDevices } from './known-device'
import { logIn } from './log-in'
import type { LoginGuard } from './login-guard'
import { readMe } from './read-me'
import { mayUseCookie, readRefreshCookie } from './refresh-cookie'
import { refreshSession } from './refresh-session'
import type { SessionCookies } from './session-cookies'
import type { SessionDeps } from './session-deps'
import { toLoginAnswer } from './session-view'

export interface SessionRules {
  cookies: SessionCookies
  /** Other origins whose pages may refresh. */
  allowedOrigins: readonly string[]
  guard: LoginGuard
  knownDevices: KnownDevices
}

export function sessionsRoutes(
  edge: HttpEdge,
  deps: SessionDeps,
  { guard, knownDevices, cookies, allowedOrigins }: SessionRules,
): void {
  edge.route(login, async (request) => {
    const { body, raw, res } = request
    const { cookie } = raw.headers
    const device = knownDevices.idFor(body.email, cookie, deps.clock.now())
    const attempt = { account: body.email, network: networkPrefix(request.ip), device }
    const isUrgent = device !== undefined
    const session = await guard(request.rateLimits, attempt, () => logIn(deps, { ...body, isUrgent }))
    cookies.set(request, session)
    const isSecure = cookies.isSecure(request)
    res.append('set-cookie', knownDevices.remember(body.email, cookie, deps.clock.now(), isSecure))
    return toLoginAnswer(deps, session, request.maxUploadBytes)
  })

  edge.route(refreshToken, async (request) => {
    const { headers } = request.raw
    // The cookies stay: a foreign page must not be able to end the session.
    if (!mayUseCookie(headers, allowedOrigins)) throw new AppError('ERR_ORIGIN_NOT_ALLOWED')
    try {
      const caller = { address: countedAddress(request.ip), counters: request.rateLimits }
      const session = await refreshSession(deps, readRefreshCookie(headers.cookie), caller)
      cookies.set(request, session)
      return await toLoginAnswer(deps, session, request.maxUploadBytes)
    } catch (error) {
      const isOver = error instanceof AppError && error.code === 'ERR_SESSION_OVER'
      if (isOver) cookies.clear(request)
      throw error
    }
  })

  edge.route(logout, async (request) => {
    await logOut(deps, request.session)
    cookies.clear(request)
    return undefined
  })

  edge.route(me, ({ session }) => readMe(deps, session))
  edge.route(version, async () => ({ version: PRODUCT_VERSION }))
}
