import * as http from '@balcao/contracts'
import { userId } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { addUser, changeUser, deleteUser, type EditUsersDeps } from './edit-users'
import { listActiveUsers, readUser, searchUsers } from './read-users'

export function usersRoutes(edge: HttpEdge, deps: EditUsersDeps): void {
  edge.route(http.listUsers, ({ session, query }) => searchUsers(deps, session, query))
  // Before /users/:userId, which would match `list` as an id.
  edge.route(http.listAllUsers, ({ session, query }) => listActiveUsers(deps, session, query.companyId))
  edge.route(http.getUser, ({ session, params }) => readUser(deps, session.companyId, userId(params.userId)))
  edge.route(http.createUser, ({ session, body }) => addUser(deps, session, body))
  edge.route(http.updateUser, ({ session, params, body }) =>
    changeUser(deps, session, userId(params.userId), body),
  )
  edge.route(http.deleteUser, async ({ session, params }) => {
    await deleteUser(deps, session, userId(params.userId))
    return { message: 'User deleted' }
  })
}
