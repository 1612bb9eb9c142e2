import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import { ackOf } from './outbound-state'
import type { OutboundRow } from './outbound.store'

/** What became of a message; nothing for a deletion, whose message already tells its own story. */
export function outboundChanged(stamp: { ids: Ids; clock: Clock }, row: OutboundRow): DeskEvent[] {
  if (row.operation !== 'send') return []
  return [
    deskEvent(stamp, row.companyId, orderingKeys.conversation(row.conversationId), 'outboundChanged', {
      messageId: row.messageId,
      connectionId: row.connectionId,
      waId: row.waId,
      remoteJid: row.remoteJid,
      ack: ackOf(row.state),
      failure: row.failure,
    }),
  ]
}
