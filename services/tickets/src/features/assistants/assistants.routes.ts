import * as http from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import type { DeadTurn, TurnKind } from './assistant'
import { listDeadTurns, replayDeadTurns, turnKinds, type ReplayDeps } from './replay-turns'
import { testDialogflow, type TestSessionDeps } from './test-session'

const toDeadTurnView = (turn: DeadTurn): http.DeadTurnView => ({
  id: turn.id,
  targetName: turn.targetName,
  ticketId: turn.ticketId,
  ticketUuid: turn.ticketUuid,
  contactName: turn.contactName,
  reason: turn.reason,
  createdAt: turn.createdAt.toISOString(),
  deadAt: turn.deadAt.toISOString(),
})

/** Mounts `/dead-turns` and the test session of integrations. */
export function assistantRoutes(edge: HttpEdge, deps: TestSessionDeps & ReplayDeps): void {
  const list = async (companyId: http.CompanyId, kinds: readonly TurnKind[], pageNumber: number) => {
    const { items, ...page } = await listDeadTurns(deps, companyId, kinds, pageNumber)
    return { turns: items.map(toDeadTurnView), ...page }
  }
  edge.route(http.testSession, async ({ session, body }) => ({
    messages: await testDialogflow(deps, session, body),
  }))
  edge.route(http.listDeadPromptTurns, ({ session, query }) =>
    list(session.companyId, turnKinds.prompts, query.pageNumber),
  )
  edge.route(http.replayDeadPromptTurns, ({ session, body }) =>
    replayDeadTurns(deps, session.companyId, turnKinds.prompts, body.id),
  )
  edge.route(http.listDeadIntegrationTurns, ({ session, query }) =>
    list(session.companyId, turnKinds.integrations, query.pageNumber),
  )
  edge.route(http.replayDeadIntegrationTurns, ({ session, body }) =>
    replayDeadTurns(deps, session.companyId, turnKinds.integrations, body.id),
  )
}
