import * as http from '@balcao/contracts'
import { userId } from '@balcao/contracts'
import type { EdgeRequest, HttpEdge } from '@balcao/platform'

import { addUser, changeUser, deleteUser, type EditUsersDeps } from './edit-users'
import { inviteUser } from './given-email'
import type { AccountCaller, RenewedSession } from './own-credentials'
import { listActiveUsers, readVisibleUser, searchUsers } from './read-users'

/** Sets the cookies of the caller's renewed session and returns its access token. */
export type AnswerSession = (
  exchange: Pick<EdgeRequest<typeof http.updateUser>, 'raw' | 'res'>,
  renewed: RenewedSession,
) => Promise<string>

export type GuardPassword = <T>(
  request: Pick<EdgeRequest<typeof http.updateUser>, 'rateLimits' | 'ip'>,
  email: string,
  work: () => Promise<T>,
) => Promise<T>

export type GuardGivenEmails = <T>(
  request: Pick<EdgeRequest<typeof http.createUser>, 'rateLimits' | 'ip' | 'session'>,
  work: () => Promise<T>,
) => Promise<T>

export interface AccountEdge {
  answerSession: AnswerSession
  /** Delays `work` after wrong passwords of this account's sessions. */
  guardPassword: GuardPassword
  /** Delays `work`, which gives a user an e-mail, after many of the company. */
  guardGivenEmails: GuardGivenEmails
}

const toAccountCaller = (
  request: EdgeRequest<typeof http.updateUser>,
  { guardPassword, guardGivenEmails }: AccountEdge,
): AccountCaller => ({
  session: request.session,
  countEmailChange: () => request.rateLimits.consume('email-change', `user:${request.session.userId}`),
  slowDownGiving: (work) => guardGivenEmails(request, work),
  slowDownGuesses: (email, work) => guardPassword(request, email, work),
})

export function usersRoutes(edge: HttpEdge, deps: EditUsersDeps, account: AccountEdge): void {
  const { answerSession, guardGivenEmails } = account
  edge.route(http.listUsers, ({ session, query }) => searchUsers(deps, session, query))
  // Before /users/:userId, which would match `list` as an id.
  edge.route(http.listAllUsers, ({ session, query }) => listActiveUsers(deps, session, query.companyId))
  edge.route(http.getUser, ({ session, params }) => readVisibleUser(deps, session, userId(params.userId)))
  edge.route(http.createUser, (request) =>
    guardGivenEmails(request, () => addUser(deps, request.session, request.body)),
  )
  edge.route(http.inviteUser, (request) =>
    guardGivenEmails(request, () => inviteUser(deps, request.session, userId(request.params.userId))),
  )
  edge.route(http.updateUser, async (request) => {
    const { params, body } = request
    const caller = toAccountCaller(request, account)
    const { view, renewed, pendingEmail } = await changeUser(deps, caller, userId(params.userId), body)
    const token = renewed && (await answerSession(request, renewed))
    return {
      ...view,
      ...(token !== undefined && { token }),
      ...(pendingEmail !== undefined && { pendingEmail }),
    }
  })
  edge.route(http.deleteUser, async ({ session, params }) => {
    await deleteUser(deps, session, userId(params.userId))
    return { message: 'User deleted' }
  })
}
