import { connectionId, listMerges, undoConversationMerge, type MergeView } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { undoMerge, type LoggedMove } from '../inbound'
import type { ConnectionStore } from './connection.store'
import { readConnection } from './read-connection'

type RouteDeps = Parameters<typeof undoMerge>[0] & { connections: ConnectionStore }

const MAX_MERGES = 100

const toMergeView = ({ id, aliases, at, undoneAt }: LoggedMove): MergeView => ({
  id,
  names: [...aliases],
  mergedAt: at.toISOString(),
  undoneAt: undoneAt?.toISOString() ?? null,
})

/** The log of merged conversations. */
export function mergeRoutes(edge: HttpEdge, deps: RouteDeps): void {
  edge.route(listMerges, ({ session: { companyId }, params }) => {
    const id = connectionId(params.whatsappId)
    return deps.db.withTenant(companyId, async (tx) => {
      await readConnection(deps.connections, tx, companyId, id)
      const moves = await deps.conversations.listMoves(tx, companyId, id, MAX_MERGES)
      return moves.filter(({ kind }) => kind === 'merge').map(toMergeView)
    })
  })

  edge.route(undoConversationMerge, async ({ session, params }) =>
    toMergeView(await undoMerge(deps, session.companyId, params.mergeId, `user:${session.userId}`)),
  )
}
