import type {
  CompanyId,
  LoginAnswer,
  QueueRefView,
  SessionUserView,
  SettingView,
  UserId,
} from '@balcao/contracts'
import { sessionUserView, type UserRecord } from '@balcao/contracts/wire'

import type { Company } from '../companies'
import { toUserSnapshot, type User } from '../users'
import type { OpenedSession, SessionDeps } from './session-deps'

const toUserRecord = (user: User, company: Company, queues: QueueRefView[]): UserRecord => ({
  user: toUserSnapshot(user),
  queues,
  company: {
    id: company.id,
    name: company.name,
    dueAt: company.dueAt ?? undefined,
    trialEndsAt: company.trialEndsAt ?? undefined,
    schedules: [...company.schedules],
  },
})

/** The user with queues and company, as stored now; undefined for an unknown or foreign id. */
export async function findUserRecord(
  deps: Pick<SessionDeps, 'db' | 'users' | 'companies' | 'queueNames'>,
  companyId: CompanyId,
  userId: UserId,
): Promise<UserRecord | undefined> {
  const found = await deps.db.withTenant(companyId, async (tx) => {
    const user = await deps.users.find(tx, companyId, userId)
    const company = await deps.companies.find(tx, companyId)
    return user && company && { user, company }
  })
  if (!found) return undefined
  return toUserRecord(found.user, found.company, await deps.queueNames(companyId, found.user.queueIds))
}

/** @param settings what every agent may know, in the answer of a log-in. */
function toSessionUserView(
  user: User,
  company: Company,
  queues: QueueRefView[],
  settings: SettingView[],
): SessionUserView {
  const view = sessionUserView(toUserRecord(user, company, queues))
  return { ...view, company: { ...view.company, settings } }
}

/** A fresh access token of the user's present session. */
export const issueToken = (
  { accessTokens }: Pick<SessionDeps, 'accessTokens'>,
  user: User,
): Promise<string> =>
  accessTokens.issue({
    userId: user.id,
    companyId: user.companyId,
    tokenVersion: user.tokenVersion,
    profile: user.profile,
  })

/** The answer of login and refresh: a fresh access token and the user. */
export async function toLoginAnswer(
  deps: SessionDeps,
  { user, company, settings }: OpenedSession,
  maxUploadBytes: number,
): Promise<LoginAnswer> {
  const [token, queues] = await Promise.all([
    issueToken(deps, user),
    deps.queueNames(user.companyId, user.queueIds),
  ])
  return { token, user: toSessionUserView(user, company, queues, settings), maxUploadBytes }
}
