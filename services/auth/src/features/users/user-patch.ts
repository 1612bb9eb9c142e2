import {
  connectionId,
  isGranted,
  queueId,
  type BodyOf,
  type QueueId,
  type updateUser,
} from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'

import { isUsable, normalizeEmail, type User } from './user'

export type UserPatch = BodyOf<typeof updateUser>

export const toQueueIds = (ids: readonly number[]): QueueId[] =>
  [...new Set(ids)].sort((one, other) => one - other).map(queueId)

/** The user with what the patch names; absent fields stay. */
export const patchUser = (user: User, patch: UserPatch): User => ({
  ...user,
  name: patch.name ?? user.name,
  email: patch.email === undefined ? user.email : normalizeEmail(patch.email),
  profile: patch.profile ?? user.profile,
  allTicket: patch.allTicket === undefined ? user.allTicket : patch.allTicket === 'enabled',
  connectionId:
    patch.whatsappId === undefined
      ? user.connectionId
      : patch.whatsappId === null
        ? null
        : connectionId(patch.whatsappId),
  queueIds: patch.queueIds ? toQueueIds(patch.queueIds) : user.queueIds,
})

const hasSameRights = (user: User, next: User): boolean =>
  user.profile === next.profile &&
  user.allTicket === next.allTicket &&
  user.connectionId === next.connectionId &&
  user.queueIds.length === next.queueIds.length &&
  next.queueIds.every((id) => user.queueIds.includes(id))

/**
 * Every user may change their own name, e-mail and password; administrators may change every user except super users.
 * @throws {AppError} ERR_NO_PERMISSION, ERR_NO_SUPER
 */
export function assertMayChange(session: Session, user: User, next: User): void {
  const isOwn = session.userId === user.id
  if (!isGranted(session, 'setUserRights') && !(isOwn && hasSameRights(user, next)))
    throw new AppError('ERR_NO_PERMISSION')
  if (user.super && !isOwn && !session.super) throw new AppError('ERR_NO_SUPER')
}

/** @throws {AppError} ERR_NO_PERMISSION for the caller's own account, ERR_NO_SUPER */
export function assertMayDelete(session: Session, user: User): void {
  if (session.userId === user.id) throw new AppError('ERR_NO_PERMISSION', { detail: 'own account' })
  if (user.super && !session.super) throw new AppError('ERR_NO_SUPER')
}

/** Whether the company has one active administrator fewer after the change. */
export const losesAdministrator = (user: User, next: User | undefined): boolean =>
  isUsable(user) && user.profile === 'admin' && next?.profile !== 'admin'
