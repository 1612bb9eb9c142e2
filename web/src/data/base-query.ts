import {
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query'
import { sessionRoutes, strictHandling, type LoginAnswer } from '@balcao/contracts'

import { readApiError, readErrorCode } from '../lib/api-error'
import { withServerClock } from '../lib/server-clock'
import { buildRequest } from './request'
import { clearSession, readToken, writeToken } from './session/session.storage'
import { sessionEnded, tokenRenewed, userChanged, type SessionState } from './session/session.slice'

/** Pods of the previous version demand the header: a page may meet them while an update rolls. */
export const refreshRequest: FetchArgs = {
  ...buildRequest(sessionRoutes.refreshToken),
  headers: { 'x-requested-with': 'balcao' },
}

type Api = Pick<BaseQueryApi, 'dispatch' | 'getState' | 'signal' | 'extra' | 'endpoint' | 'type' | 'abort'>

const selectToken = (api: Pick<BaseQueryApi, 'getState'>): string | null =>
  (api.getState() as { session: SessionState }).session.token

export type RefreshResult =
  | { kind: 'renewed'; answer: LoginAnswer }
  | { kind: 'refused'; error: FetchBaseQueryError }
  /** The server did not decide: out of reach, busy, or too many requests. */
  | { kind: 'undecided'; error: FetchBaseQueryError }

type CallResult = Awaited<ReturnType<ReturnType<typeof fetchBaseQuery>>>

const isDecided = ({ status }: FetchBaseQueryError): boolean =>
  typeof status === 'number' && status < 500 && status !== 429

/** Of an endpoint. */
export interface CallOptions {
  /** The answer may have the `token` under which the session goes on: older ones are refused from then on. */
  renewsSession?: boolean
}

const endSession = (api: Api, usedToken: string | null, over: boolean) => {
  // Another tab may have logged in since: its session is not ours to clear.
  if (readToken() === usedToken) clearSession()
  api.dispatch(sessionEnded(over ? 'over' : 'subscription'))
}

/* The desk may not have heard that the due date passed: the page that pays takes its place by the date that the server says. */
const learnDueDate = (api: Api, error: FetchBaseQueryError) => {
  const { user } = (api.getState() as { session: SessionState }).session
  const read = readApiError(error)
  if (!user || read.kind !== 'answer' || read.status !== 402 || read.dueDate === undefined) return
  if (user.company.dueDate !== read.dueDate)
    api.dispatch(userChanged({ company: { ...user.company, dueDate: read.dueDate } }))
}

/**
 * Bearer, `Accept`, strict handling, and the one refresh: an expired token (403 ERR_SESSION_EXPIRED) waits for one shared
 * POST /auth/refresh_token and is replayed once. 401 ends the session, unless a call renewed it meanwhile. Other 403 are answers like any other.
 * @param fetchFn the network; tests pass their own.
 */
export const createBaseQuery = (fetchFn: typeof fetch = (...args) => fetch(...args)) => {
  const plain = fetchBaseQuery({
    baseUrl: typeof location === 'undefined' ? '/' : location.origin,
    credentials: 'include',
    fetchFn: withServerClock(fetchFn),
    prepareHeaders: (headers, api) => {
      const token = selectToken(api)
      if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
      // Pages and calls share paths; the server answers JSON to this header.
      headers.set('accept', 'application/json')
      headers.set('prefer', strictHandling.prefer)
      return headers
    },
  })

  let refreshing: Promise<RefreshResult> | null = null
  /* The last call that may renew the session, ended or not: until then no cookie or token is known to be good. */
  let renewing: Promise<unknown> = Promise.resolve()

  const refreshNow = async (api: Api, options: object): Promise<RefreshResult> => {
    const result = await plain(refreshRequest, { ...api, signal: new AbortController().signal }, options)
    if (result.error) return { kind: isDecided(result.error) ? 'refused' : 'undecided', error: result.error }
    const answer = result.data as LoginAnswer
    writeToken(answer.token)
    api.dispatch(tokenRenewed(answer.token))
    return { kind: 'renewed', answer }
  }

  /** Concurrent callers share one refresh. */
  const refresh = (api: Api, options: object = {}): Promise<RefreshResult> => {
    refreshing ??= renewing
      .then(() => refreshNow(api, options))
      .finally(() => {
        refreshing = null
      })
    return refreshing
  }

  /* Adopts the token of an answer that has one. */
  const callAndRenew = async (args: string | FetchArgs, api: Api): Promise<CallResult> => {
    const result = await plain(args, api, {})
    const token = (result.data as { token?: string } | undefined)?.token
    if (token !== undefined) {
      writeToken(token)
      api.dispatch(tokenRenewed(token))
    }
    return result
  }

  const call = (args: string | FetchArgs, api: Api, options?: CallOptions): Promise<CallResult> => {
    if (!options?.renewsSession) return Promise.resolve(plain(args, api, {}))
    const answer = callAndRenew(args, api)
    renewing = answer
    return answer
  }

  const query: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, CallOptions> = async (
    args,
    api,
    options,
  ) => {
    const usedToken = selectToken(api)
    const result = await call(args, api, options)
    if (!result.error || usedToken === null) return result
    learnDueDate(api, result.error)
    if (result.error.status === 401) {
      await renewing
      if (selectToken(api) === usedToken) {
        endSession(api, usedToken, true)
        return result
      }
    } else if (result.error.status !== 403 || readErrorCode(result.error) !== 'ERR_SESSION_EXPIRED')
      return result
    if (selectToken(api) === usedToken) {
      const refreshed = await refresh(api)
      if (refreshed.kind === 'undecided') return { error: refreshed.error }
      if (refreshed.kind === 'refused') {
        endSession(api, usedToken, refreshed.error.status !== 402)
        return { error: refreshed.error }
      }
    }
    const replayed = await call(args, api, options)
    if (
      replayed.error &&
      (replayed.error.status === 401 || readErrorCode(replayed.error) === 'ERR_SESSION_EXPIRED')
    )
      endSession(api, selectToken(api), true)
    return replayed
  }

  return { query, refresh }
}

/** The app's base query. */
export const deskBaseQuery = createBaseQuery()
