import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import { toAck } from './outbound-state'
import type { OutboundRow } from './outbound.store'

interface Stamp {
  ids: Ids
  clock: Clock
}

type RowFor<O extends OutboundRow['operation']> = Extract<OutboundRow, { operation: O }>

export const orderingKey = (row: OutboundRow) => orderingKeys.conversation(row.conversationId)

const changed = (stamp: Stamp, row: OutboundRow): DeskEvent =>
  deskEvent(stamp, row.companyId, orderingKey(row), 'outboundChanged', {
    messageId: row.messageId,
    connectionId: row.connectionId,
    waId: row.waId,
    remoteJid: row.remoteJid,
    ack: toAck(row.state),
    failure: row.failure,
    campaignId: row.campaignId ?? 0,
  })

const edited = (stamp: Stamp, row: RowFor<'edit'>): DeskEvent =>
  deskEvent(stamp, row.companyId, orderingKey(row), 'messageRevised', {
    connectionId: row.connectionId,
    remoteJid: row.remoteJid,
    participant: '',
    fromMe: true,
    waId: row.payload.targetWaId,
    deleted: false,
    body: row.payload.body,
  })

const reacted = (stamp: Stamp, row: RowFor<'react'>): DeskEvent =>
  deskEvent(stamp, row.companyId, orderingKey(row), 'messageReacted', {
    connectionId: row.connectionId,
    ...row.payload.target,
    emoji: row.payload.emoji,
    byUs: true,
    by: undefined,
    sentAt: new Date(row.payload.askedAt),
  })

/**
 * The events of a row that changed its state. A message: `outboundChanged` for every state. An edit or a reaction: the revised
 * message once accepted, `outboundChanged` under the request's id once failed. A deletion: none.
 */
export function outboundEvents(stamp: Stamp, row: OutboundRow): DeskEvent[] {
  if (row.operation === 'revoke') return []
  if (row.operation === 'send' || row.state === 'FAILED') return [changed(stamp, row)]
  if (row.state !== 'ACCEPTED') return []
  return [row.operation === 'edit' ? edited(stamp, row) : reacted(stamp, row)]
}
