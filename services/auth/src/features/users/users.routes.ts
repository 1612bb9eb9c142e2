import { getUser, listAllUsers, listUsers, userId } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { listColleagues, pageUsers, readUser, type ReadUsersDeps } from './read-users'

export function usersRoutes(edge: HttpEdge, deps: ReadUsersDeps): void {
  edge.route(listUsers, ({ session, query }) => pageUsers(deps, session, query))
  // Before /users/:userId, which would take `list` for an id. A caller's `companyId` is ignored.
  edge.route(listAllUsers, ({ session }) => listColleagues(deps, session))
  edge.route(getUser, ({ session, params }) => readUser(deps, session, userId(params.userId)))
}
