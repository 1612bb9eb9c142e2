import { connectionId, listMerges, undoConversationMerge, type MergeView } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { undoMerge, type LoggedMove } from '../inbound'
import type { ConnectionStore } from './connection.store'
import { knownConnection } from './known-connection'

type RouteDeps = Parameters<typeof undoMerge>[0] & { connections: ConnectionStore }

const MOST_MERGES = 100

const mergeView = ({ id, aliases, at, undoneAt }: LoggedMove): MergeView => ({
  id,
  names: [...aliases],
  mergedAt: at.toISOString(),
  undoneAt: undoneAt?.toISOString() ?? null,
})

/** Mounts the log of conversations that were found to be one. */
export function mergeRoutes(edge: HttpEdge, deps: RouteDeps): void {
  edge.route(listMerges, ({ session: { companyId }, params }) => {
    const id = connectionId(params.whatsappId)
    return deps.db.withTenant(companyId, async (tx) => {
      await knownConnection(deps.connections, tx, companyId, id)
      const moves = await deps.conversations.listMoves(tx, companyId, id, MOST_MERGES)
      return moves.filter(({ kind }) => kind === 'merge').map(mergeView)
    })
  })

  edge.route(undoConversationMerge, async ({ session, params }) =>
    mergeView(await undoMerge(deps, session.companyId, params.mergeId, `user:${session.userId}`)),
  )
}
