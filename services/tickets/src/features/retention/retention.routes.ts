import * as http from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { saveRetention, type EditRetentionDeps } from './edit-retention'
import { previewRetention, type PreviewDeps } from './preview-retention'
import { readRetention } from './read-retention'

/** How long messages and files of closed tickets are kept; for administrators. */
export function retentionRoutes(edge: HttpEdge, deps: EditRetentionDeps & PreviewDeps): void {
  edge.route(http.readRetention, ({ session }) => readRetention(deps, session))
  edge.route(http.previewRetention, ({ session, query }) => previewRetention(deps, session, query))
  edge.route(http.saveRetention, ({ session, body }) => saveRetention(deps, session, body))
}
