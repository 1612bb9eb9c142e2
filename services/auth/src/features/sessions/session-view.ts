import type { LoginAnswer, QueueRefView, SessionUserView, SettingView } from '@balcao/contracts'

import type { Company } from '../companies'
import { toAllTicketText, type User } from '../users'
import type { OpenedSession, SessionDeps } from './session-deps'

export function toSessionUserView(
  user: User,
  company: Company,
  queues: QueueRefView[],
  settings?: SettingView[],
): SessionUserView {
  const dueDate = company.dueAt?.toISOString() ?? null
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    profile: user.profile,
    super: user.super,
    companyId: user.companyId,
    company: {
      id: company.id,
      name: company.name,
      dueDate,
      trialExpiration: company.trialEndsAt?.toISOString() ?? null,
      schedules: [...company.schedules],
      ...(settings ? { settings } : {}),
    },
    queues,
    allTicket: toAllTicketText(user.allTicket),
    whatsappId: user.connectionId,
  }
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
