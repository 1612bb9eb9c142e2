import { capabilities, type CompanyId, type ConnectionHealth, type ConnectionId } from '@balcao/contracts'
import { DAY, type ServicePorts } from '@balcao/kernel'

import { formatWebVersion, type ClientVersions } from '../client-version'
import { readConnection, type Connection, type ConnectionStore } from '../connections'
import { readLanes, type LanesDeps } from '../outbound'
import type { Occurrences, HealthStore } from './health.store'

export interface HealthDeps extends LanesDeps, Pick<ServicePorts, 'db'> {
  connections: ConnectionStore
  health: HealthStore
  clientVersions: Pick<ClientVersions, 'readInUse'>
}

/** Session ends are kept for so long. */
const MAX_AGE_MS = 30 * DAY

/** Where counting begins: as asked, at most 30 days ago; a day ago when not asked. */
export const computeSince = (asked: Date | undefined, now: Date): Date =>
  new Date(Math.max(asked?.getTime() ?? now.getTime() - DAY, now.getTime() - MAX_AGE_MS))

const toOccurrences = ({ count, lastAt }: Occurrences) => ({ count, lastAt: lastAt.toISOString() })

/** @throws {AppError} ERR_NO_WAPP_FOUND */
export async function readHealth(
  deps: HealthDeps,
  companyId: CompanyId,
  id: ConnectionId,
  asked: Date | undefined,
): Promise<ConnectionHealth> {
  const since = computeSince(asked, deps.clock.now())
  const { connection, counts, lanes } = await deps.db.withTenant(companyId, async (tx) => ({
    connection: await readConnection(deps.connections, tx, companyId, id),
    counts: await deps.health.count(tx, companyId, id, since),
    lanes: await readLanes(deps, tx, companyId, id),
  }))
  const { ends, refused, troubles, lastReceivedAt, lastSentAt } = counts
  return {
    since: since.toISOString(),
    client: await readClient(deps, connection),
    ends: ends.map(({ reason, ...end }) => ({ reason, ...toOccurrences(end) })),
    refused: refused.map(({ code, ...refusal }) => ({ code, ...toOccurrences(refusal) })),
    troubles: troubles.map(({ kind, ...trouble }) => ({ kind, ...toOccurrences(trouble) })),
    newChats: { begun: lanes.newChats.begun, cap: lanes.newChats.cap },
    lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    pausedUntil: lanes.pausedUntil?.toISOString() ?? null,
  }
}

/** Null for a number that no phone links: it has no client version. */
async function readClient({ clientVersions }: HealthDeps, { provider }: Connection) {
  const { linksBy, isSimulated } = capabilities[provider]
  if (isSimulated || !linksBy.includes('qr')) return null
  const { version, source } = await clientVersions.readInUse()
  return { version: formatWebVersion(version), source }
}
