import { getUser, listAllUsers, listUsers, userId } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { listActiveUsers, searchUsers, readUser, type ReadUsersDeps } from './read-users'

export function usersRoutes(edge: HttpEdge, deps: ReadUsersDeps): void {
  edge.route(listUsers, ({ session, query }) => searchUsers(deps, session, query))
  // Before /users/:userId, which would take `list` for an id. A caller's `companyId` is ignored.
  edge.route(listAllUsers, ({ session }) => listActiveUsers(deps, session))
  edge.route(getUser, ({ session, params }) => readUser(deps, session, userId(params.userId)))
}
