import { isDeepStrictEqual } from 'node:util'

import {
  companyId as toCompanyId,
  connectionId,
  type BodyOf,
  type CompanyId,
  type createUser as createEndpoint,
  type UserId,
  type UserView,
} from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import {
  AppError,
  type Clock,
  type EventLog,
  type Ids,
  type RpcClients,
  type Session,
  type Tx,
} from '@balcao/kernel'

import { createUser } from './create-user'
import { assertStrongPassword } from './password-rule'
import type { CommonPasswords, Passwords } from './passwords.port'
import { readUser, type ReadUsersDeps } from './read-users'
import { normalizeEmail, userChanged, type User } from './user'
import {
  assertMayChange,
  assertMayDelete,
  losesAdministrator,
  patchUser,
  toQueueIds,
  type UserPatch,
} from './user-patch'
import { assertReferences } from './user-references'

export interface EditUsersDeps extends ReadUsersDeps {
  events: EventLog
  ids: Ids
  clock: Clock
  rpc: Pick<RpcClients, 'tickets' | 'messaging'>
  passwords: Passwords
  commonPasswords: CommonPasswords
  /** How many users the company's plan allows. */
  userLimit(companyId: CompanyId): Promise<number>
  /** Ends every session of the user. The user's row must be locked. */
  endSessions(tx: Tx, companyId: CompanyId, userId: UserId): Promise<void>
  onEdited(
    who: Pick<Session, 'companyId' | 'userId'>,
    action: 'create' | 'update' | 'delete',
    userId: UserId,
  ): void
}

type UserBody = BodyOf<typeof createEndpoint>

/* Only super users change users of other companies than their own. */
function chooseCompany(session: Session, asked: number | undefined): CompanyId {
  if (asked === undefined || asked === session.companyId) return session.companyId
  if (!session.super) throw new AppError('ERR_NO_SUPER')
  return toCompanyId(asked)
}

async function readCompanyName(deps: EditUsersDeps, companyId: CompanyId): Promise<string> {
  const company = await deps.db.withTenant(companyId, (tx) => deps.companies.find(tx, companyId))
  if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
  return company.name
}

/* A strong password as hash; hashing is slow and must not happen inside a transaction. */
async function hashPassword(
  deps: EditUsersDeps,
  companyId: CompanyId,
  password: string,
  { name, email }: { name: string; email: string },
): Promise<string> {
  const names = [await readCompanyName(deps, companyId), name]
  assertStrongPassword(password, { email, names }, deps.commonPasswords)
  return deps.passwords.hash(password)
}

/**
 * A new user of the caller's company, or for super users of the one that the body names. Not idempotent: e-mails are unique.
 * @throws {AppError} ERR_NO_SUPER, ERR_NO_COMPANY_FOUND, ERR_PLAN_LIMIT_REACHED, ERR_EMAIL_ALREADY_EXISTS, ERR_WEAK_PASSWORD,
 *   ERR_QUEUE_NOT_FOUND, ERR_NO_WAPP_FOUND, ERR_TOO_MANY_REQUESTS
 */
export async function addUser(deps: EditUsersDeps, session: Session, body: UserBody): Promise<UserView> {
  const companyId = chooseCompany(session, body.companyId)
  const rights = {
    queueIds: toQueueIds(body.queueIds ?? []),
    connectionId: body.whatsappId === null ? null : connectionId(body.whatsappId),
  }
  const passwordHash = await hashPassword(deps, companyId, body.password, body)
  await assertReferences(deps, companyId, rights)
  const limit = await deps.userLimit(companyId)
  const created = await deps.db.withTenant(companyId, (tx) =>
    createUser(
      deps,
      tx,
      {
        ...rights,
        companyId,
        name: body.name,
        email: normalizeEmail(body.email),
        passwordHash,
        profile: body.profile,
        super: false,
        allTicket: body.allTicket === 'enabled',
        isDemo: false,
        createdAt: deps.clock.now(),
      },
      limit,
    ),
  )
  deps.onEdited(session, 'create', created.id)
  return readUser(deps, companyId, created.id)
}

const findUser = async (deps: EditUsersDeps, companyId: CompanyId, userId: UserId): Promise<User> => {
  const user = await deps.db.withTenant(companyId, (tx) => deps.users.find(tx, companyId, userId))
  if (!user) throw new AppError('ERR_NO_USER_FOUND')
  return user
}

/*
 * The user's row, locked until the end of the transaction. The company's row is locked first, as everywhere, so that changes
 * that count users run one after the other.
 */
async function lockUser(deps: EditUsersDeps, tx: Tx, companyId: CompanyId, userId: UserId): Promise<User> {
  await deps.companies.lock(tx, companyId)
  const locked = await deps.users.lockCredentials(tx, companyId, userId)
  if (!locked) throw new AppError('ERR_NO_USER_FOUND')
  return locked.user
}

async function assertAdministratorStays(
  deps: EditUsersDeps,
  tx: Tx,
  user: User,
  next: User | undefined,
): Promise<void> {
  if (!losesAdministrator(user, next)) return
  const users = await deps.users.list(tx, user.companyId)
  if (!users.some(({ id, active, profile }) => active && profile === 'admin' && id !== user.id))
    throw new AppError('ERR_LAST_ADMIN')
}

/* The references of the patch that the user does not have yet: a queue deleted meanwhile must not refuse a new name. */
const findNewReferences = (user: User, next: User) => ({
  queueIds: next.queueIds.filter((id) => !user.queueIds.includes(id)),
  connectionId: next.connectionId === user.connectionId ? null : next.connectionId,
})

/**
 * Changes a user of the caller's company, or for super users of the one that the body names. Idempotent. A new password ends the
 * sessions of another user, not the caller's own.
 * @throws {AppError} ERR_NO_USER_FOUND, ERR_NO_PERMISSION, ERR_NO_SUPER, ERR_LAST_ADMIN, ERR_EMAIL_ALREADY_EXISTS,
 *   ERR_WEAK_PASSWORD, ERR_QUEUE_NOT_FOUND, ERR_NO_WAPP_FOUND, ERR_TOO_MANY_REQUESTS
 */
export async function changeUser(
  deps: EditUsersDeps,
  session: Session,
  userId: UserId,
  patch: UserPatch,
): Promise<UserView> {
  const companyId = chooseCompany(session, patch.companyId)
  const seen = await findUser(deps, companyId, userId)
  const wanted = patchUser(seen, patch)
  assertMayChange(session, seen, wanted)
  await assertReferences(deps, companyId, findNewReferences(seen, wanted))
  const passwordHash = patch.password
    ? await hashPassword(deps, companyId, patch.password, wanted)
    : undefined
  const hasChanged = await deps.db.withTenant(companyId, async (tx) => {
    const user = await lockUser(deps, tx, companyId, userId)
    const next = patchUser(user, patch)
    assertMayChange(session, user, next)
    await assertAdministratorStays(deps, tx, user, next)
    if (isDeepStrictEqual(user, next) && passwordHash === undefined) return false
    const saved = await deps.users.save(tx, next, passwordHash, deps.clock.now())
    await deps.events.append(tx, [userChanged(deps, saved)])
    if (passwordHash !== undefined && userId !== session.userId) await deps.endSessions(tx, companyId, userId)
    return true
  })
  if (hasChanged) deps.onEdited(session, 'update', userId)
  return readUser(deps, companyId, userId)
}

/**
 * Deletes a user of the caller's company. Their sessions end, and tickets returns their open tickets to the queues.
 * @throws {AppError} ERR_NO_USER_FOUND, ERR_NO_PERMISSION for the own account, ERR_NO_SUPER, ERR_LAST_ADMIN
 */
export async function deleteUser(deps: EditUsersDeps, session: Session, userId: UserId): Promise<void> {
  const { companyId } = session
  await deps.db.withTenant(companyId, async (tx) => {
    const user = await lockUser(deps, tx, companyId, userId)
    assertMayDelete(session, user)
    await assertAdministratorStays(deps, tx, user, undefined)
    await deps.users.delete(tx, companyId, userId)
    await deps.events.append(tx, [
      deskEvent(deps, companyId, orderingKeys.user(userId), 'userDeleted', { userId }),
    ])
  })
  deps.onEdited(session, 'delete', userId)
}
