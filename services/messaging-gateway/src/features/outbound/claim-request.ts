import type { DeskEvent } from '@balcao/contracts/wire'
import type { ServicePorts, Tx } from '@balcao/kernel'

import { REQUEST_TAKEN_MS } from '../old-rows'
import type { RequestDeps } from './accept-request'
import { refuseLate } from './refuse-late'

/**
 * Claims a request to the network. `repeated`: it was claimed before. `late`: claims are kept for 8 days and rows for 30, so that an older
 * event would be queued as if it were new; it is refused.
 */
export async function claimRequest(
  deps: RequestDeps & Pick<ServicePorts, 'inbox'>,
  tx: Tx,
  group: string,
  event: DeskEvent,
): Promise<'claimed' | 'repeated' | 'late'> {
  const [isNew, isLate] = await Promise.all([
    deps.inbox.claim(tx, group, event.eventId),
    deps.outbound.isLongAgo(tx, event.occurredAt, REQUEST_TAKEN_MS),
  ])
  if (!isNew) return 'repeated'
  if (!isLate) return 'claimed'
  await refuseLate(deps, tx, event.companyId, event)
  return 'late'
}
