import { HOUR, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { SessionHolder } from '../inbound'
import type { AccountLimit } from '../whatsapp-driver'
import { isPaused, computePause } from './lanes'
import type { OutboundDeps } from './record-ack'

/* For a used-up quota without the end of its cycle; it is read again with the next session. */
const UNKNOWN_CYCLE_MS = HOUR

/**
 * Records a limit on new chats; it replaces the previous one of its kind, and a limit that is not active ends a pause.
 * Resolves when durable. @throws {AppError} ERR_LEASE_LOST
 */
export async function recordLimit(
  deps: OutboundDeps,
  holder: SessionHolder,
  limit: AccountLimit,
): Promise<void> {
  const { companyId, connectionId, lease } = holder
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    if (limit.kind === 'time-lock') return recordTimeLock(deps, tx, holder, limit)
    const { isUsedUp, quota, until } = limit
    const ends = until ?? new Date(deps.clock.now().getTime() + UNKNOWN_CYCLE_MS)
    await deps.lanes.setAccountCap(tx, companyId, connectionId, { until: isUsedUp ? ends : undefined, quota })
  })
}

async function recordTimeLock(
  deps: OutboundDeps,
  tx: Tx,
  { companyId, connectionId }: SessionHolder,
  { isActive, until }: Extract<AccountLimit, { kind: 'time-lock' }>,
): Promise<void> {
  const now = deps.clock.now()
  const state = await deps.lanes.read(tx, companyId, connectionId)
  const { strikes } = state
  if (!isActive) {
    if (isPaused(state, now)) await deps.lanes.pause(tx, companyId, connectionId, { until: now, strikes })
    return
  }
  const pause = computePause(state, now, until)
  await deps.lanes.pause(tx, companyId, connectionId, pause)
  signals.lanesPaused({ companyId, connectionId, strikes: pause.strikes })
}
