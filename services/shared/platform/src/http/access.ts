import { hasRole, type AnyEndpoint, type PlanFlag } from '@balcao/contracts'
import {
  AppError,
  isSubscriptionOver,
  type Clock,
  type KnownApiKey,
  type ServicePorts,
  type Session,
} from '@balcao/kernel'
import type { Request } from 'express'

import type { Entitlements } from '../grpc/entitlements'
import { assertKeyAllows, findValidApiKey, isApiKey, narrowSession } from './api-key'

/* Longer than any token of ours; a 64 kB header is not parsed. */
const MAX_TOKEN_LENGTH = 4_096

/** The bearer token; undefined when the header is missing, empty, or contains `undefined` or `null`. */
export function readBearerToken(request: Pick<Request, 'headers'>): string | undefined {
  const match = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')
  const token = match?.[1]
  if (!token || token.length > MAX_TOKEN_LENGTH || token === 'undefined' || token === 'null') return undefined
  return token
}

function assertRole(access: AnyEndpoint['access'], session: Session): void {
  if (access === 'super' && !hasRole(session, 'super')) throw new AppError('ERR_NO_SUPER')
  if (access === 'admin' && !hasRole(session, 'admin')) throw new AppError('ERR_NO_PERMISSION')
}

async function assertPlan(plan: PlanFlag, session: Session, entitlements: Entitlements): Promise<void> {
  const flags = await entitlements.flags(session.companyId)
  if (!flags[plan]) throw new AppError('ERR_PLAN_FEATURE_DISABLED')
}

/**
 * Super users are exempt: one of them has to move the due date.
 * @throws {AppError} ERR_SUBSCRIPTION_EXPIRED
 */
export function assertNotPastDue(session: Session, clock: Clock): void {
  if (!session.super && isSubscriptionOver(session.dueAt, clock.now()))
    throw new AppError('ERR_SUBSCRIPTION_EXPIRED', { dueAt: session.dueAt })
}

export interface AuthorizedCaller {
  session: Session
  /** The API key that the session comes from; undefined for a user's access token. */
  apiKey: KnownApiKey | undefined
}

/**
 * The caller's session if it may use the endpoint: checks token, session, role, due date, plan, in this order. An API key's session
 * is its maker's, narrowed; its address, its scope and the plan's API are checked besides.
 * @throws {AppError} ERR_UNAUTHORIZED, ERR_SESSION_EXPIRED, ERR_SESSION_OVER, ERR_NO_PERMISSION, ERR_NO_SUPER,
 *   ERR_SUBSCRIPTION_EXPIRED, ERR_PLAN_FEATURE_DISABLED, ERR_API_KEY_INVALID, ERR_API_KEY_ADDRESS, ERR_API_KEY_NOT_TAKEN,
 *   ERR_API_KEY_SCOPE
 */
export async function authorize(
  ports: Pick<ServicePorts, 'tokens' | 'sessions' | 'clock'>,
  entitlements: Entitlements,
  endpoint: AnyEndpoint,
  request: Pick<Request, 'headers' | 'ip'>,
): Promise<AuthorizedCaller> {
  const token = readBearerToken(request)
  if (token === undefined) throw new AppError('ERR_UNAUTHORIZED')
  const apiKey = isApiKey(token) ? await findValidApiKey(ports, token) : undefined
  if (apiKey) assertKeyAllows(apiKey, endpoint, request.ip ?? '')
  const session = apiKey
    ? narrowSession(apiKey)
    : await ports.sessions.resolve(await ports.tokens.verify(token))
  assertRole(endpoint.access, session)
  if (!endpoint.pastDue) assertNotPastDue(session, ports.clock)
  if (apiKey) await assertPlan('useExternalApi', session, entitlements)
  if (endpoint.plan) await assertPlan(endpoint.plan, session, entitlements)
  return { session, apiKey }
}

/**
 * The session of a caller of a public endpoint; undefined without a token.
 * @throws {AppError} ERR_UNAUTHORIZED, ERR_SESSION_EXPIRED, ERR_SESSION_OVER for a token that does not count any more
 */
export async function findSession(
  ports: Pick<ServicePorts, 'tokens' | 'sessions'>,
  request: Pick<Request, 'headers'>,
): Promise<Session | undefined> {
  const token = readBearerToken(request)
  return token === undefined ? undefined : ports.sessions.resolve(await ports.tokens.verify(token))
}
