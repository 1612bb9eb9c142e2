import type { CompanyId, UserId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { Clock, Ids, Presence, SessionDirectory } from '@balcao/kernel'

import { recordWhen, type FeedDeps } from '../fanout'
import type { AnnouncedPresence } from './announced-presence.store'

export interface PresenceDeps extends Omit<FeedDeps, 'inbox' | 'users' | 'rpc'> {
  presence: Presence
  announced: AnnouncedPresence
  sessions: SessionDirectory
  clock: Clock
  ids: Ids
}

async function describeUser(sessions: SessionDirectory, companyId: CompanyId, userId: UserId) {
  const user = (await sessions.findUsers(companyId, [userId])).get(userId)
  const session = (await sessions.listSessions(companyId)).find((candidate) => candidate.userId === userId)
  return { userId, name: user?.name ?? '', email: user?.email ?? '', profile: session?.profile ?? 'user' }
}

/**
 * Announces that a user came online or went offline, once per change: the last announced state is stored, so a repeat, a
 * second process or a restart announces nothing twice.
 */
export async function announcePresence(
  deps: PresenceDeps,
  companyId: CompanyId,
  userId: UserId,
  online: boolean,
): Promise<void> {
  const user = await describeUser(deps.sessions, companyId, userId)
  const event = deskEvent(deps, orderingKeys.user(companyId, userId), 'presenceChanged', { ...user, online })
  await recordWhen(deps, event, (tx) => deps.announced.set(tx, companyId, userId, online))
}

async function isOnline(deps: PresenceDeps, companyId: CompanyId, userId: UserId): Promise<boolean> {
  return (await deps.presence.listOnline(companyId)).includes(userId)
}

/** Announces that a user is offline, unless they are online. */
export async function announceOffline(
  deps: PresenceDeps,
  companyId: CompanyId,
  userId: UserId,
): Promise<void> {
  if (await isOnline(deps, companyId, userId)) return
  await announcePresence(deps, companyId, userId, false)
  // They came online in another process after our check; that process saw no change.
  if (await isOnline(deps, companyId, userId)) await announcePresence(deps, companyId, userId, true)
}

/**
 * Announces offline users whose sockets ended without a disconnect: their process was killed, or it lost the database.
 * Skipped while `online` may be incomplete.
 */
export async function announceStaleUsers(deps: PresenceDeps): Promise<void> {
  // Platform scope: all companies.
  const announced = await deps.db.asPlatform((tx) => deps.announced.listOnline(tx))
  for (const [companyId, users] of announced) {
    const online = new Set(await deps.presence.listOnline(companyId))
    const missing = users.filter((userId) => !online.has(userId))
    if (missing.length === 0 || !(await deps.presence.isWhole(companyId))) continue
    for (const userId of missing) await announceOffline(deps, companyId, userId)
  }
}
