import type { ServicePorts, Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { SessionHolder } from '../inbound'
import { outboundChanged } from './outbound-events'
import type { Proof } from './outbound-state'
import type { OutboundRow, OutboundStore } from './outbound.store'

export interface OutboundDeps extends Pick<ServicePorts, 'db' | 'events' | 'leases' | 'clock' | 'ids'> {
  outbound: OutboundStore
}

/** A fenced transaction that moves rows and tells the desk, in one commit. */
export async function moveOutbound(
  deps: OutboundDeps,
  { companyId, lease }: SessionHolder,
  move: (tx: Tx) => Promise<(OutboundRow | undefined)[]>,
  tells = true,
): Promise<OutboundRow[]> {
  const moved = await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const rows = (await move(tx)).filter((row) => row !== undefined)
    if (tells)
      await deps.events.append(
        tx,
        rows.flatMap((row) => outboundChanged(deps, row)),
      )
    return rows
  })
  for (const { id, companyId, connectionId, state } of moved)
    signals.outboundMoved({ id, companyId, connectionId, state })
  return moved
}

/**
 * Writes down what the network said about messages of ours; a proof that says less than what is known changes nothing.
 * Ids that are not ours (typed on the phone) are passed over. Resolves when durable.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function noteProof(
  deps: OutboundDeps,
  holder: SessionHolder,
  waIds: readonly string[],
  proof: Proof,
): Promise<OutboundRow[]> {
  return moveOutbound(deps, holder, (tx) =>
    inOrder(waIds, (waId) => deps.outbound.prove(tx, holder, waId, proof, deps.clock.now())),
  )
}

async function inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await work(item))
  return results
}
