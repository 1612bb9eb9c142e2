import { getWebClient } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import type { ClientVersions } from './client-versions'
import { formatWebVersion } from './web-version'

/** The client version in use, for administrators. */
export function webVersionRoutes(edge: HttpEdge, clientVersions: ClientVersions): void {
  edge.route(getWebClient, async () => {
    const { version, source, checkedAt, failedAt } = await clientVersions.readInUse()
    return {
      version: formatWebVersion(version),
      source,
      checkedAt: checkedAt?.toISOString() ?? null,
      failedAt: failedAt?.toISOString() ?? null,
    }
  })
}
