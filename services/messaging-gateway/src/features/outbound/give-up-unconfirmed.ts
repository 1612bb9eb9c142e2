import type { Tx } from '@balcao/kernel'

import type { SessionHolder } from '../inbound'
import { announceOutbound } from './announce-outbound'
import { noAnswerFailure } from './failures'
import type { OutboundRow } from './outbound.store'
import { giveUp, type OutboundDeps } from './record-ack'

/**
 * Fails what may have left by a session that will not come back: another network would deliver it twice. A receipt can no longer settle
 * it. In the caller's transaction, which has fenced the lease.
 */
export async function giveUpUnconfirmed(deps: OutboundDeps, tx: Tx, holder: SessionHolder): Promise<void> {
  const failed: OutboundRow[] = []
  for (const row of await deps.outbound.listUnconfirmed(tx, holder)) {
    const given = await giveUp(deps, tx, holder, { row, code: noAnswerFailure(row.operation) })
    if (given) failed.push(given)
  }
  await announceOutbound(deps, tx, failed)
}
