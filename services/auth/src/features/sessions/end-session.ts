import type { CompanyId, UserId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { Session, Tx } from '@balcao/kernel'

import { userChanged } from '../users'
import type { SessionDeps } from './session-deps'

/** Ends every session of the user, tokens and refresh families, in the caller's transaction. The user is locked. */
export async function endSessions(
  deps: SessionDeps,
  tx: Tx,
  companyId: CompanyId,
  userId: UserId,
): Promise<void> {
  const now = deps.clock.now()
  const user = await deps.users.raiseTokenVersion(tx, companyId, userId, now)
  await deps.refreshTokens.revokeAll(tx, companyId, userId, now)
  await deps.events.append(tx, [
    userChanged(deps, user),
    deskEvent(deps, orderingKeys.user(companyId, userId), 'sessionEnded', {
      userId,
      tokenVersion: user.tokenVersion,
    }),
  ])
}

/** Ends the caller's session, unless a newer session has replaced it. The services' copies know of it when this returns, or a second later. */
export async function logOut(deps: SessionDeps, session: Session): Promise<void> {
  const { companyId, userId } = session
  const hasEnded = await deps.db.withTenant(companyId, async (tx) => {
    const locked = await deps.users.lockCredentials(tx, companyId, userId)
    if (locked?.user.tokenVersion !== session.tokenVersion) return false
    await endSessions(deps, tx, companyId, userId)
    return true
  })
  if (!hasEnded) return
  await deps.untilDelivered(orderingKeys.user(companyId, userId))
  deps.signals.sessionEnded({ companyId, userId })
}
