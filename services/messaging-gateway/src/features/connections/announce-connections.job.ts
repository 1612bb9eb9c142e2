import { MINUTE, runEachDue, type Job } from '@balcao/kernel'

import type { ConnectionDeps } from './connection-deps'
import { connectionChanged } from './connection-events'
import type { MarkedConnection } from './connection.store'

type Deps = Pick<ConnectionDeps, 'db' | 'events' | 'clock' | 'ids' | 'connections'>

const AT_ONCE = 100

/**
 * Announces connections that a migration has marked, each once: the mark goes in the transaction of its event. A connection that
 * is deleted meanwhile is not announced.
 */
export const announceConnectionsJob = (deps: Deps): Job => ({
  name: 'messaging-gateway.announce-connections',
  everyMs: 10 * MINUTE,
  run: (signal) =>
    runEachDue<MarkedConnection>(
      {
        size: AT_ONCE,
        // Platform scope: reads all companies; each connection is announced in a transaction of its own company.
        list: (after, limit) =>
          deps.db.asPlatform((tx) => deps.connections.listToAnnounce(tx, { after: after?.id, limit })),
        run: ({ companyId, id }) =>
          deps.db.withTenant(companyId, async (tx) => {
            const connection = await deps.connections.takeToAnnounce(tx, companyId, id)
            if (connection) await deps.events.append(tx, [connectionChanged(deps, connection)])
          }),
      },
      signal,
    ),
})
