import { officialProvider } from '@balcao/contracts'
import type { ServicePorts, Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import { connectionChanged, connectionSessionChanged, type ConnectionStore } from '../connections'
import {
  giveUpFiles,
  giveUpPlaceholders,
  type MediaFetchStore,
  type PlaceholderStore,
  type SessionHolder,
} from '../inbound'
import { giveUpUnconfirmed, type OutboundDeps } from '../outbound'

type InboundDeps = Parameters<typeof giveUpFiles>[0] & Parameters<typeof giveUpPlaceholders>[0]

export interface FinishMoveDeps extends OutboundDeps, InboundDeps, Pick<ServicePorts, 'db' | 'leases'> {
  connections: ConnectionStore
  mediaFetches: MediaFetchStore
  placeholders: PlaceholderStore
}

/* Restrictions and quotas were those of the phone's account. */
async function forgetLimits({ lanes }: FinishMoveDeps, tx: Tx, holder: SessionHolder): Promise<void> {
  const { companyId, connectionId } = holder
  await lanes.resume(tx, companyId, connectionId)
  await lanes.setAccountCap(tx, companyId, connectionId, { until: undefined, quota: undefined })
}

/**
 * Gives the connection to the official API, in one transaction. The session has ended and its credentials are deleted. What is queued
 * and has certainly not left goes by the new driver; what may have left fails as unconfirmed, and a person decides; files and contents
 * that only the ended session could have fetched are given up. Nothing happens when the connection has no such command any more.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function finishMove(deps: FinishMoveDeps, holder: SessionHolder): Promise<void> {
  const { companyId, connectionId, lease } = holder
  const isMoved = await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const before = await deps.connections.findSupervised(tx, companyId, connectionId)
    if (before?.command !== 'move' || before.deleted) return false
    const { deleted: _deleted, ...connection } = before
    await giveUpUnconfirmed(deps, tx, holder)
    await giveUpFiles(deps, tx, companyId, connectionId)
    await giveUpPlaceholders(deps, tx, companyId, connectionId)
    await forgetLimits(deps, tx, holder)
    const moved = {
      ...connection,
      provider: officialProvider,
      command: '' as const,
      status: connection.wanted ? ('OPENING' as const) : ('DISCONNECTED' as const),
      qrcode: '',
      passkey: null,
      retries: 0,
      lastEnd: '' as const,
      retryAt: null,
    }
    const saved = await deps.connections.save(tx, moved, deps.clock.now())
    await deps.events.append(tx, [connectionSessionChanged(deps, saved), connectionChanged(deps, saved)])
    return true
  })
  if (isMoved) signals.numberMoved({ companyId, connectionId })
}
