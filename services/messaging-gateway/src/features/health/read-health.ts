import type { CompanyId, ConnectionHealth, ConnectionId } from '@balcao/contracts'
import { DAY, type ServicePorts, type Tx } from '@balcao/kernel'

import { webVersionText, type ClientVersions } from '../client-version'
import { knownConnection, type Connection, type ConnectionStore } from '../connections'
import { isPaused, type LaneStore } from '../outbound'
import type { Happened, HealthStore } from './health.store'

export interface HealthDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  connections: ConnectionStore
  health: HealthStore
  lanes: LaneStore
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
  const now = deps.clock.now()
  const since = countsSince(asked, now)
  const { connection, counts, pausedUntil } = await deps.db.withTenant(companyId, async (tx) => ({
    connection: await knownConnection(deps.connections, tx, companyId, id),
    counts: await deps.health.count(tx, companyId, id, since),
    pausedUntil: await pauseOf(deps, tx, companyId, id, now),
  }))
  const { ends, refused, troubles, lastReceivedAt, lastSentAt } = counts
  return {
    since: since.toISOString(),
    client: await clientOf(deps, connection),
    ends: ends.map(({ reason, ...end }) => ({ reason, ...happened(end) })),
    refused: refused.map(({ code, ...refusal }) => ({ code, ...happened(refusal) })),
    troubles: troubles.map(({ kind, ...trouble }) => ({ kind, ...happened(trouble) })),
    lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    pausedUntil: pausedUntil?.toISOString() ?? null,
  }
}

async function pauseOf(deps: HealthDeps, tx: Tx, companyId: CompanyId, id: ConnectionId, now: Date) {
  const state = await deps.lanes.read(tx, companyId, id)
  return isPaused(state, now) ? state.pausedUntil : undefined
}

/** The simulated phone says no version to anybody. */
async function clientOf({ clientVersions }: HealthDeps, { provider }: Connection) {
  if (provider === 'simulated') return null
  const { version, source } = await clientVersions.inUse()
  return { version: webVersionText(version), source }
}
