import type { CompanyId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import { userChanged, type RenewedSession } from '../users'
import { buildRefreshToken, newRefreshSecret } from './refresh-token'
import type { SessionDeps } from './session-deps'

type ReplaceDeps = Pick<SessionDeps, 'users' | 'refreshTokens' | 'ids' | 'clock'>

/**
 * A new refresh family in place of all others: access tokens issued so far are refused. In the caller's transaction, which
 * appends the events. The user is locked.
 */
export async function replaceSessions(
  deps: ReplaceDeps,
  tx: Tx,
  companyId: CompanyId,
  userId: UserId,
): Promise<RenewedSession> {
  const now = deps.clock.now()
  const [user] = await Promise.all([
    deps.users.raiseTokenVersion(tx, companyId, userId, now),
    deps.refreshTokens.revokeAll(tx, companyId, userId, now),
  ])
  const refreshSecret = newRefreshSecret()
  const descent = { id: deps.ids.next(), companyId, userId, familyId: deps.ids.next(), parentId: null }
  await deps.refreshTokens.insert(tx, buildRefreshToken(descent, refreshSecret, now))
  return { user, refreshSecret }
}

/**
 * The caller's session goes on under new tokens; whoever else holds the old ones is refused, and their sockets are closed at the next check
 * of their session. In the caller's transaction, with its event. The user is locked.
 */
export async function renewSession(
  deps: ReplaceDeps & Pick<SessionDeps, 'events'>,
  tx: Tx,
  companyId: CompanyId,
  userId: UserId,
): Promise<RenewedSession> {
  const renewed = await replaceSessions(deps, tx, companyId, userId)
  await deps.events.append(tx, [userChanged(deps, renewed.user)])
  return renewed
}
