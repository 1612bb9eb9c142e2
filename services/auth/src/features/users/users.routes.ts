import * as http from '@balcao/contracts'
import { userId } from '@balcao/contracts'
import type { EdgeRequest, HttpEdge } from '@balcao/platform'

import { addUser, changeUser, deleteUser, type EditUsersDeps } from './edit-users'
import type { AccountCaller, RenewedSession } from './own-credentials'
import { listActiveUsers, readUser, searchUsers } from './read-users'

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

export interface OwnAccountEdge {
  answerSession: AnswerSession
  /** Delays `work` after wrong passwords of this account's sessions. */
  guardPassword: GuardPassword
}

const toAccountCaller = (
  request: EdgeRequest<typeof http.updateUser>,
  guardPassword: GuardPassword,
): AccountCaller => ({
  session: request.session,
  countEmailChange: () => request.rateLimits.consume('email-change', `user:${request.session.userId}`),
  slowDownGuesses: (email, work) => guardPassword(request, email, work),
})

export function usersRoutes(
  edge: HttpEdge,
  deps: EditUsersDeps,
  { answerSession, guardPassword }: OwnAccountEdge,
): void {
  edge.route(http.listUsers, ({ session, query }) => searchUsers(deps, session, query))
  // Before /users/:userId, which would match `list` as an id.
  edge.route(http.listAllUsers, ({ session, query }) => listActiveUsers(deps, session, query.companyId))
  edge.route(http.getUser, ({ session, params }) => readUser(deps, session.companyId, userId(params.userId)))
  edge.route(http.createUser, ({ session, body }) => addUser(deps, session, body))
  edge.route(http.updateUser, async (request) => {
    const { params, body } = request
    const caller = toAccountCaller(request, guardPassword)
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
