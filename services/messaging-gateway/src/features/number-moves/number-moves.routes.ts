import { connectionId, getNumberMove, moveNumber, type CompanyId, type ConnectionId } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { orderMove, type OrderMoveDeps } from './order-move'
import { readNumberMove, type ReadMoveDeps } from './read-number-move'

interface RouteDeps extends OrderMoveDeps, ReadMoveDeps {
  /** Reads what the account has besides. Does not reject: the credentials are right and stored. */
  accountSaved(companyId: CompanyId, id: ConnectionId): Promise<void>
}

/** From a linked phone to the official API, for administrators. */
export function numberMoveRoutes(edge: HttpEdge, deps: RouteDeps): void {
  edge.route(getNumberMove, ({ session, params }) =>
    readNumberMove(deps, session, connectionId(params.whatsappId)),
  )
  edge.route(moveNumber, async ({ session: { companyId }, params, body }) => {
    const id = connectionId(params.whatsappId)
    await orderMove(deps, companyId, id, body)
    await deps.accountSaved(companyId, id)
    return { message: 'Moving to the official API' }
  })
}
