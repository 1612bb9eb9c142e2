import { sync } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { readFeed, type SyncDeps } from './read-feed'

export function syncRoutes(edge: HttpEdge, deps: SyncDeps): void {
  edge.route(sync, ({ session, query }) => readFeed(deps, session, query))
}
