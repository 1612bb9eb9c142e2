import { createHmac } from 'node:crypto'

import { isSameToken } from '@balcao/platform'

import type { Scope, Token } from './assets'
import { GraphError } from './graph-error'

/**
 * The caller's token.
 * @param value from `Authorization: Bearer …` or the parameter `access_token`.
 * @throws {GraphError} 104 without one; 190 for an unknown, revoked or expired one.
 */
export function authenticate(
  value: string | undefined,
  now: Date,
  find: (value: string) => Token | undefined,
): Token {
  if (!value)
    throw new GraphError(104, {
      message: 'An access token is required to request this resource.',
      details: '',
    })
  const token = find(value)
  if (!token)
    throw new GraphError(190, {
      message: 'Invalid OAuth access token - Cannot parse access token',
      details: '',
    })
  if (token.isRevoked)
    throw new GraphError(190, {
      message:
        'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
      details: '',
      subcode: 460,
    })
  if (token.expiresAt && token.expiresAt <= now)
    throw new GraphError(190, {
      message: `Error validating access token: Session has expired on ${toGraphDate(token.expiresAt)}. The current time is ${toGraphDate(now)}.`,
      details: '',
      subcode: 463,
    })
  return token
}

/** @throws {GraphError} 10 without the scope. */
export function requireScope(token: Token, scope: Scope): void {
  if (!token.scopes.includes(scope))
    throw new GraphError(10, { message: '(#10) Application does not have permission for this action' })
}

/**
 * A system user that is assigned to the account for reading alone: numbers can be read, and messages are refused so
 * (quoted by clients, 2024 to 2026; some found the same words where the app was not subscribed to the account).
 * @throws {GraphError} 200
 */
export function requireMaySend(token: Token): void {
  if (!token.maySend)
    throw new GraphError(200, {
      message:
        '(#200) You do not have the necessary permissions to send messages on behalf of this WhatsApp Business Account',
      details: '',
    })
}

/**
 * `appsecret_proof`: the token signed with the app's secret, which a caller may add and an app may require
 * (docs/graph-api/guides/secure-requests, 2025-06).
 * @throws {GraphError} 100 for a wrong one.
 */
export function checkSecretSignature(token: Token, secret: string, given: string | undefined): void {
  if (given === undefined) return
  if (!isSameToken(given, createHmac('sha256', secret).update(token.value).digest('hex')))
    throw new GraphError(100, {
      message: 'Invalid appsecret_proof provided in the API argument',
      type: 'GraphMethodException',
      details: '',
    })
}

/** What the Graph API says of an id that does not exist and of one that the caller may not see: the same. */
export function unknownObject(method: string, id: string): GraphError {
  return new GraphError(100, {
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
    type: 'GraphMethodException',
    subcode: 33,
    details: '',
  })
}

/* Meta writes Pacific time (`Tuesday, 14-Jun-22 13:00:00 PDT`); no client may read it. */
function toGraphDate(at: Date): string {
  return at.toUTCString()
}
