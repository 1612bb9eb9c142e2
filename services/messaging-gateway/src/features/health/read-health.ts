import type { CompanyId, ConnectionHealth, ConnectionId } from '@balcao/contracts'
import { DAY, type ServicePorts } from '@balcao/kernel'

import { webVersionText, type ClientVersions } from '../client-version'
import { knownConnection, type Connection, type ConnectionStore } from '../connections'
import { lanesOf, type LanesDeps } from '../outbound'
import type { Happened, HealthStore } from './health.store'

export interface HealthDeps extends LanesDeps, Pick<ServicePorts, 'db'> {
  connections: ConnectionStore
  health: HealthStore
  clientVersions: Pick<ClientVersions, 'inUse'>
}

/** Ends of sessions are kept so long. */
const LONGEST_MS = 30 * DAY

/** When counting begins: as asked, never longer ago than ends are kept, a day ago unless asked. */
export const countsSince = (asked: Date | undefined, now: Date): Date =>
  new Date(Math.max(asked?.getTime() ?? now.getTime() - DAY, now.getTime() - LONGEST_MS))

const happened = ({ count, lastAt }: Happened) => ({ count, lastAt: lastAt.toISOString() })

/** How a number is doing. @throws {AppError} ERR_NO_WAPP_FOUND */
export async function readHealth(
  deps: HealthDeps,
  companyId: CompanyId,
  id: ConnectionId,
  asked: Date | undefined,
): Promise<ConnectionHealth> {
  const since = countsSince(asked, deps.clock.now())
  const { connection, counts, lanes } = await deps.db.withTenant(companyId, async (tx) => ({
    connection: await knownConnection(deps.connections, tx, companyId, id),
    counts: await deps.health.count(tx, companyId, id, since),
    lanes: await lanesOf(deps, tx, companyId, id),
  }))
  const { ends, refused, troubles, lastReceivedAt, lastSentAt } = counts
  return {
    since: since.toISOString(),
    client: await clientOf(deps, connection),
    ends: ends.map(({ reason, ...end }) => ({ reason, ...happened(end) })),
    refused: refused.map(({ code, ...refusal }) => ({ code, ...happened(refusal) })),
    troubles: troubles.map(({ kind, ...trouble }) => ({ kind, ...happened(trouble) })),
    newChats: { begun: lanes.newChats.begun, cap: lanes.newChats.cap },
    lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    pausedUntil: lanes.pausedUntil?.toISOString() ?? null,
  }
}

/** The simulated phone says no version to anybody. */
async function clientOf({ clientVersions }: HealthDeps, { provider }: Connection) {
  if (provider === 'simulated') return null
  const { version, source } = await clientVersions.inUse()
  return { version: webVersionText(version), source }
}
