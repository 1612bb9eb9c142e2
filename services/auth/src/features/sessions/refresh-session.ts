import { AppError, type Tx } from '@balcao/kernel'

import { listVisibleSettings } from '../settings'
import { endSessions } from './end-session'
import { isLockedOut } from './log-in'
import { findCountedOwner, type RefreshCaller } from './refresh-limits'
import {
  isRefreshSecret,
  decideRefresh,
  newRefreshSecret,
  openSuccessor,
  REFRESH_GRACE_MS,
  hashRefreshSecret,
  buildRefreshToken,
  sealSuccessor,
  type RefreshToken,
} from './refresh-token'
import type { RefreshTokenOwner } from './refresh-token.store'
import type { OpenedSession, SessionDeps } from './session-deps'

type Refreshed =
  | { kind: 'opened'; outcome: 'rotated' | 'repeated'; session: OpenedSession }
  | { kind: 'past-due'; dueAt: Date | null }
  | { kind: 'reused'; familyId: string }
  | { kind: 'over' }

async function rotate(deps: SessionDeps, tx: Tx, token: RefreshToken, secret: string): Promise<string> {
  const now = deps.clock.now()
  const successor = newRefreshSecret()
  const { companyId, userId, familyId } = token
  const descent = { id: deps.ids.next(), companyId, userId, familyId, parentId: token.id }
  await deps.refreshTokens.insert(tx, buildRefreshToken(descent, successor, now))
  await deps.refreshTokens.replace(tx, token, {
    id: descent.id,
    sealedSuccessor: sealSuccessor(secret, successor),
    usedAt: now,
  })
  await deps.refreshTokens.forgetSuccessors(tx, token, new Date(now.getTime() - REFRESH_GRACE_MS))
  return successor
}

async function resolveSuccessor(
  deps: SessionDeps,
  tx: Tx,
  token: RefreshToken,
  { secret, verdict }: { secret: string; verdict: 'rotate' | 'repeat' },
) {
  if (verdict === 'rotate') return rotate(deps, tx, token, secret)
  return token.sealedSuccessor === null ? undefined : openSuccessor(secret, token.sealedSuccessor)
}

async function decide(
  deps: SessionDeps,
  tx: Tx,
  owner: RefreshTokenOwner,
  secret: string,
): Promise<Refreshed> {
  // Locks the user's row first: a concurrent login revokes this family, and the following read sees it.
  const locked = await deps.users.lockCredentials(tx, owner.companyId, owner.userId)
  const company = await deps.companies.find(tx, owner.companyId)
  const token = await deps.refreshTokens.find(tx, owner.companyId, hashRefreshSecret(secret))
  if (!locked?.user.active || !company?.active || !token) return { kind: 'over' }
  const verdict = decideRefresh(token, deps.clock.now())
  if (verdict === 'over') return { kind: 'over' }
  if (verdict === 'reuse') {
    await endSessions(deps, tx, owner.companyId, owner.userId)
    return { kind: 'reused', familyId: token.familyId }
  }
  if (isLockedOut(locked.user, company, deps.clock.now())) return { kind: 'past-due', dueAt: company.dueAt }
  const refreshSecret = await resolveSuccessor(deps, tx, token, { secret, verdict })
  if (refreshSecret === undefined) return { kind: 'over' }
  const settings = listVisibleSettings(await deps.settings.read(tx, owner.companyId), 'agent')
  const outcome = verdict === 'rotate' ? 'rotated' : 'repeated'
  return { kind: 'opened', outcome, session: { user: locked.user, company, settings, refreshSecret } }
}

/**
 * The same session, with the successor of the given refresh token. Repeats within 10 s get the same
 * successor; a later repeat means that two parties hold the token, and ends the session for both.
 * @throws {AppError} ERR_SESSION_OVER; ERR_SUBSCRIPTION_EXPIRED and ERR_TOO_MANY_REQUESTS, which leave the token unused.
 */
export async function refreshSession(
  deps: SessionDeps,
  secret: string | undefined,
  caller: RefreshCaller,
): Promise<OpenedSession> {
  const refuse = (): never => {
    deps.signals.refreshed('refused')
    throw new AppError('ERR_SESSION_OVER')
  }
  if (!secret || !isRefreshSecret(secret)) return refuse()
  const owner = await findCountedOwner(deps, hashRefreshSecret(secret), caller)
  if (!owner) return refuse()
  const result = await deps.db.withTenant(owner.companyId, (tx) => decide(deps, tx, owner, secret))
  if (result.kind === 'past-due') throw new AppError('ERR_SUBSCRIPTION_EXPIRED', { dueAt: result.dueAt })
  if (result.kind === 'reused') deps.signals.refreshReused({ ...owner, familyId: result.familyId })
  if (result.kind !== 'opened') return refuse()
  deps.signals.refreshed(result.outcome)
  return result.session
}
