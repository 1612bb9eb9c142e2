import {
  companyId as toCompanyId,
  type CompanyId,
  type QueueRefView,
  type UserId,
  type UserSort,
  type UserView,
} from '@balcao/contracts'
import {
  AppError,
  readPage,
  type Database,
  type NumberedPage,
  type Presence,
  type Session,
} from '@balcao/kernel'

import type { CompanyStore } from '../companies'
import type { QueueNames } from './queue-names'
import type { PendingEmails } from './given-email'
import { isUsable, type User } from './user'
import type { UserStore } from './user.store'
import { selectUserQueues, toUserView } from './user-view'

export interface ReadUsersDeps {
  db: Database
  users: UserStore
  companies: CompanyStore
  presence: Presence
  queueNames: QueueNames
  /** The e-mails that a company gave these users and that wait for their owners. */
  pendingEmails: PendingEmails
}

interface UsersPage {
  users: UserView[]
  count: number
  hasMore: boolean
}

const fetchQueueNames = (
  { queueNames }: ReadUsersDeps,
  companyId: CompanyId,
  users: readonly User[],
): Promise<QueueRefView[]> => queueNames(companyId, [...new Set(users.flatMap((user) => user.queueIds))])

async function presentUsers(
  deps: ReadUsersDeps,
  companyId: CompanyId,
  users: readonly User[],
): Promise<UserView[]> {
  const ids = users.map(({ id }) => id)
  const [named, online, pending, company] = await Promise.all([
    fetchQueueNames(deps, companyId, users),
    deps.presence.listOnline(companyId),
    deps.pendingEmails(companyId, ids),
    deps.db.withTenant(companyId, (tx) => deps.companies.find(tx, companyId)),
  ])
  if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
  return users.map((user) =>
    toUserView(user, company, named, {
      isOnline: online.includes(user.id),
      pendingEmail: pending.get(user.id),
    }),
  )
}

/** A page of the caller's colleagues. */
export async function searchUsers(
  deps: ReadUsersDeps,
  session: Session,
  { searchParam, ...asked }: NumberedPage<UserSort> & { searchParam: string },
): Promise<UsersPage> {
  const { items, ...page } = await readPage(asked, (slice) =>
    deps.db.withTenant(session.companyId, (tx) => deps.users.page(tx, session.companyId, searchParam, slice)),
  )
  return { users: await presentUsers(deps, session.companyId, items), ...page }
}

/* Only super users see users of other companies; what others ask for is ignored. */
const chooseCompany = (session: Session, asked: string | undefined): CompanyId =>
  session.super && asked && /^[1-9]\d{0,8}$/.test(asked) ? toCompanyId(Number(asked)) : session.companyId

/** Active users of the caller's company, by id: candidates for assignment. For super users of the company they name. */
export async function listActiveUsers(
  deps: ReadUsersDeps,
  session: Session,
  asked?: string,
): Promise<{ id: number; name: string; email: string; queues: QueueRefView[] }[]> {
  const companyId = chooseCompany(session, asked)
  const all = await deps.db.withTenant(companyId, (tx) => deps.users.list(tx, companyId))
  const active = all.filter(isUsable)
  const named = await fetchQueueNames(deps, companyId, active)
  return active.map((user) => ({
    id: user.id,
    name: user.name,
    email: user.email,
    queues: selectUserQueues(user, named),
  }))
}

/** @throws {AppError} ERR_NO_USER_FOUND, for another company's user too. */
export async function readUser(deps: ReadUsersDeps, companyId: CompanyId, userId: UserId): Promise<UserView> {
  const user = await deps.db.withTenant(companyId, (tx) => deps.users.find(tx, companyId, userId))
  if (!user) throw new AppError('ERR_NO_USER_FOUND')
  const [view] = await presentUsers(deps, companyId, [user])
  if (!view) throw new AppError('ERR_NO_USER_FOUND')
  return view
}

/** A colleague; for super users a user of any company. @throws {AppError} ERR_NO_USER_FOUND */
export async function readVisibleUser(
  deps: ReadUsersDeps,
  session: Session,
  userId: UserId,
): Promise<UserView> {
  const companyId = session.super
    ? await deps.db.asPlatform((tx) => deps.users.findCompany(tx, userId))
    : session.companyId
  if (companyId === undefined) throw new AppError('ERR_NO_USER_FOUND')
  return readUser(deps, companyId, userId)
}
