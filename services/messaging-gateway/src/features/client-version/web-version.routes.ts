import { getWebClient } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import type { ClientVersions } from './client-versions'
import { webVersionText } from './web-version'

/** Mounts what administrators see of the version that numbers connect with. */
export function webVersionRoutes(edge: HttpEdge, clientVersions: ClientVersions): void {
  edge.route(getWebClient, async () => {
    const { version, source, checkedAt, failedAt } = await clientVersions.inUse()
    return {
      version: webVersionText(version),
      source,
      checkedAt: checkedAt?.toISOString() ?? null,
      failedAt: failedAt?.toISOString() ?? null,
    }
  })
}
