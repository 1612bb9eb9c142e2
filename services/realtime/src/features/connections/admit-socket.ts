import {
  AppError,
  type Clock,
  type KnownSession,
  type SessionDirectory,
  type TokenVerifier,
  type VerifiedToken,
} from '@balcao/kernel'

import { isPastDue } from '../fanout'

export interface AdmissionDeps {
  tokens: TokenVerifier
  sessions: SessionDirectory
  clock: Clock
}

export interface Admission {
  claims: VerifiedToken
  session: KnownSession
}

/** Longer than any token of ours; longer ones are not parsed. */
const MAX_TOKEN_LENGTH = 8_192

const parseToken = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value !== 'null' && value.length <= MAX_TOKEN_LENGTH
    ? value
    : undefined

/**
 * The session of a handshake, verified as over HTTP. `auth.token` takes precedence over `query.token`: newer
 * clients send both, and after a refresh only the first is new.
 * @throws {AppError} ERR_UNAUTHORIZED, ERR_SESSION_EXPIRED, ERR_SESSION_OVER, ERR_SUBSCRIPTION_EXPIRED.
 */
export async function admitSocket(
  deps: AdmissionDeps,
  handshake: { auth: unknown; query: unknown },
): Promise<Admission> {
  const token = parseToken(readTokenField(handshake.auth)) ?? parseToken(readTokenField(handshake.query))
  if (token === undefined) throw new AppError('ERR_UNAUTHORIZED')
  const claims = await deps.tokens.verify(token)
  return { claims, session: await resolveSession(deps, claims) }
}

/** Whether a session may have a socket: past the due date administrators only, who hear of the payment. */
export const mayStay = (session: KnownSession, now: Date): boolean =>
  session.profile === 'admin' || !isPastDue(session, now)

/**
 * Resolves the session again, with present rights.
 * @throws {AppError} ERR_SESSION_OVER, ERR_SUBSCRIPTION_EXPIRED; ERR_UNAUTHORIZED when its signing key has expired.
 */
export async function resolveSession(deps: AdmissionDeps, claims: VerifiedToken): Promise<KnownSession> {
  await deps.tokens.assertTrusted(claims)
  const session = await deps.sessions.resolve(claims)
  if (!mayStay(session, deps.clock.now())) throw new AppError('ERR_SUBSCRIPTION_EXPIRED')
  return session
}

const readTokenField = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'token' in value ? value.token : undefined
