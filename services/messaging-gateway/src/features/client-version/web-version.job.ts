import { DAY, HOUR, type Job, type ServicePorts } from '@balcao/kernel'

import type { ClientVersions } from './client-versions'
import type { WebVersionStore } from './web-version.store'

/**
 * Fetches the web client's version once a day, every hour after a failure; not while every connection is simulated.
 */
export const webVersionJob = (
  deps: Pick<ServicePorts, 'db' | 'clock'> & { webVersions: WebVersionStore; clientVersions: ClientVersions },
): Job => ({
  name: 'messaging-gateway.web-version',
  everyMs: 1 * HOUR,
  run: async () => {
    const isDue = await deps.db.asPlatform(async (tx) => {
      const { checkedAt, failedAt } = await deps.webVersions.read(tx)
      const ageMs = deps.clock.now().getTime() - (checkedAt?.getTime() ?? 0)
      return (failedAt !== undefined || ageMs >= DAY) && (await deps.webVersions.hasConnections(tx))
    })
    if (isDue) await deps.clientVersions.refresh()
  },
})
