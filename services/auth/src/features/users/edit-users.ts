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
import { giveEmail, type GivenEmailDeps } from './given-email'
import {
  changesOwnCredentials,
  requireOwnPassword,
  type AccountCaller,
  type OwnCredentialsDeps,
  type RenewedSession,
} from './own-credentials'
import { assertStrongPassword } from './password-rule'
import type { CommonPasswords, Passwords } from './passwords.port'
import { readUser } from './read-users'
import { isUsable, normalizeEmail, userChanged, userDeleted, type NewUser, type User } from './user'
import type { Credentials } from './user.store'
import {
  assertMayChange,
  assertMayDelete,
  losesAdministrator,
  patchUser,
  toQueueIds,
  type UserPatch,
} from './user-patch'
import { assertReferences } from './user-references'

export interface EditUsersDeps extends GivenEmailDeps, OwnCredentialsDeps {
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
  /** Queues a mail to an address whose account has another password or e-mail now. */
  mailChange(tx: Tx, kind: 'changed' | 'moved', email: string): Promise<void>
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
 * A new user of the caller's company, or for super users of the one that the body names. Where mail is sent the account counts once the
 * owner of the e-mail has confirmed it, and other companies may have the e-mail. Not idempotent: a company has an e-mail once.
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
  const wanted: NewUser = {
    ...rights,
    companyId,
    name: body.name,
    email: normalizeEmail(body.email),
    emailConfirmed: !deps.confirmsEmails,
    passwordHash,
    profile: body.profile,
    super: false,
    allTicket: body.allTicket === 'enabled',
    isDemo: false,
    createdAt: deps.clock.now(),
  }
  const created = await deps.db.withTenant(companyId, async (tx) => {
    const user = await createUser(deps, tx, wanted, limit)
    if (!user.emailConfirmed) await deps.requestEmail(tx, user, user.email, 'given')
    return user
  })
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
async function lockUser(
  deps: EditUsersDeps,
  tx: Tx,
  companyId: CompanyId,
  userId: UserId,
): Promise<Credentials> {
  await deps.companies.lock(tx, companyId)
  const locked = await deps.users.lockCredentials(tx, companyId, userId)
  if (!locked) throw new AppError('ERR_NO_USER_FOUND')
  return locked
}

async function assertAdministratorStays(
  deps: EditUsersDeps,
  tx: Tx,
  user: User,
  next: User | undefined,
): Promise<void> {
  if (!losesAdministrator(user, next)) return
  const users = await deps.users.list(tx, user.companyId)
  if (!users.some((other) => isUsable(other) && other.profile === 'admin' && other.id !== user.id))
    throw new AppError('ERR_LAST_ADMIN')
}

/* The references of the patch that the user does not have yet: a queue deleted meanwhile must not refuse a new name. */
const findNewReferences = (user: User, next: User) => ({
  queueIds: next.queueIds.filter((id) => !user.queueIds.includes(id)),
  connectionId: next.connectionId === user.connectionId ? null : next.connectionId,
})

/** What a change came to. */
export interface ChangedUser {
  /** False: nothing had to change. */
  isChanged: boolean
  /** The caller's own session, when what they log in with was changed. */
  renewed?: RenewedSession
  /** The e-mail that waits for its code. */
  pendingEmail?: string
}

interface UserChange {
  companyId: CompanyId
  userId: UserId
  patch: UserPatch
  passwordHash: string | undefined
  /** Of the caller, when the change needs their password. */
  own: Credentials | undefined
}

/* A new e-mail of one's own is requested, not saved, where mail is sent. */
async function requestOwnEmail(
  deps: EditUsersDeps,
  tx: Tx,
  user: User,
  wanted: User,
): Promise<{ next: User; pendingEmail?: string }> {
  if (!deps.confirmsEmails || wanted.email === user.email) return { next: wanted }
  await deps.requestEmail(tx, user, wanted.email, 'own')
  return { next: { ...wanted, email: user.email }, pendingEmail: wanted.email }
}

/* Whose sessions end, and who is told. */
async function announceChange(
  deps: EditUsersDeps,
  tx: Tx,
  { companyId, userId, passwordHash, own }: UserChange,
  { before, saved }: { before: User; saved: User },
): Promise<RenewedSession | undefined> {
  const isMoved = saved.email !== before.email
  // An address that no one confirmed is not told: it is nobody's.
  if (isMoved && before.emailConfirmed) await deps.mailChange(tx, 'moved', before.email)
  if (own && (passwordHash !== undefined || isMoved)) {
    if (passwordHash !== undefined) await deps.mailChange(tx, 'changed', saved.email)
    return deps.renewSession(tx, companyId, userId)
  }
  await deps.events.append(tx, [userChanged(deps, saved)])
  if (passwordHash !== undefined) await deps.endSessions(tx, companyId, userId)
  return undefined
}

async function saveChange(
  deps: EditUsersDeps,
  tx: Tx,
  session: Session,
  change: UserChange,
): Promise<ChangedUser> {
  const { companyId, userId, patch, passwordHash, own } = change
  const { user, passwordHash: stored } = await lockUser(deps, tx, companyId, userId)
  const isAllowed = own ? own.passwordHash === stored : !changesOwnCredentials(session, user, patch)
  // Changed while we hashed.
  if (!isAllowed) throw new AppError('ERR_WRONG_PASSWORD')
  const wanted = patchUser(user, patch)
  assertMayChange(session, user, wanted)
  await assertAdministratorStays(deps, tx, user, wanted)
  const { next, ...pending } = own
    ? await requestOwnEmail(deps, tx, user, wanted)
    : await giveEmail(deps, tx, user, wanted)
  if (isDeepStrictEqual(user, next) && passwordHash === undefined) return { isChanged: false, ...pending }
  const saved = await deps.users.save(tx, next, passwordHash, deps.clock.now())
  const renewed = await announceChange(deps, tx, change, { before: user, saved })
  return { isChanged: true, ...(renewed && { renewed }), ...pending }
}

/* E-mails that are asked for are counted: each is a mail, and without mail an answer tells that another company has one. */
async function countEmail<T>(
  caller: AccountCaller,
  user: User,
  wanted: User,
  work: () => Promise<T>,
): Promise<T> {
  if (wanted.email === user.email) return work()
  if (caller.session.userId !== user.id) return caller.slowDownGiving(work)
  await caller.countEmailChange()
  return work()
}

/**
 * Changes a user of the caller's company, or for super users of the one that the body names. Idempotent. Who changes their own e-mail or
 * password gives the present one; all sessions end then but the caller's, which gets new tokens. A new password ends the sessions of another user.
 * @throws {AppError} ERR_NO_USER_FOUND, ERR_NO_PERMISSION, ERR_NO_SUPER, ERR_LAST_ADMIN, ERR_EMAIL_ALREADY_EXISTS,
 *   ERR_WEAK_PASSWORD, ERR_WRONG_PASSWORD, ERR_QUEUE_NOT_FOUND, ERR_NO_WAPP_FOUND, ERR_TOO_MANY_REQUESTS
 */
export async function changeUser(
  deps: EditUsersDeps,
  caller: AccountCaller,
  userId: UserId,
  patch: UserPatch,
): Promise<ChangedUser & { view: UserView }> {
  const { session } = caller
  const companyId = chooseCompany(session, patch.companyId)
  const seen = await findUser(deps, companyId, userId)
  const wanted = patchUser(seen, patch)
  assertMayChange(session, seen, wanted)
  const own = changesOwnCredentials(session, seen, patch)
    ? await requireOwnPassword(deps, caller, patch.currentPassword)
    : undefined
  await assertReferences(deps, companyId, findNewReferences(seen, wanted))
  const passwordHash = patch.password
    ? await hashPassword(deps, companyId, patch.password, wanted)
    : undefined
  const changed = await countEmail(caller, seen, wanted, () =>
    deps.db.withTenant(companyId, (tx) =>
      saveChange(deps, tx, session, { companyId, userId, patch, passwordHash, own }),
    ),
  )
  if (changed.isChanged) deps.onEdited(session, 'update', userId)
  return { ...changed, view: await readUser(deps, companyId, userId) }
}

/**
 * Deletes a user of the caller's company. Their sessions end, and tickets returns their open tickets to the queues.
 * @throws {AppError} ERR_NO_USER_FOUND, ERR_NO_PERMISSION for the own account, ERR_NO_SUPER, ERR_LAST_ADMIN
 */
export async function deleteUser(deps: EditUsersDeps, session: Session, userId: UserId): Promise<void> {
  const { companyId } = session
  await deps.db.withTenant(companyId, async (tx) => {
    const { user } = await lockUser(deps, tx, companyId, userId)
    assertMayDelete(session, user)
    await assertAdministratorStays(deps, tx, user, undefined)
    await deps.users.delete(tx, companyId, userId)
    await deps.events.append(tx, [userDeleted(deps, companyId, userId)])
  })
  deps.onEdited(session, 'delete', userId)
}
