import { testSession } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { testDialogflow, type TestSessionDeps } from './test-session'

export function assistantRoutes(edge: HttpEdge, deps: TestSessionDeps): void {
  edge.route(testSession, async ({ session, body }) => ({
    messages: await testDialogflow(deps, session, body),
  }))
}
