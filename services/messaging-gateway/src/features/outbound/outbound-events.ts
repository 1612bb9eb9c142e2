import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import { ackOf } from './outbound-state'
import type { OutboundRow } from './outbound.store'

interface Stamp {
  ids: Ids
  clock: Clock
}

type RowOf<O extends OutboundRow['operation']> = Extract<OutboundRow, { operation: O }>

const keyOf = (row: OutboundRow) => orderingKeys.conversation(row.conversationId)

const changed = (stamp: Stamp, row: OutboundRow): DeskEvent =>
  deskEvent(stamp, row.companyId, keyOf(row), 'outboundChanged', {
    messageId: row.messageId,
    connectionId: row.connectionId,
    waId: row.waId,
    remoteJid: row.remoteJid,
    ack: ackOf(row.state),
    failure: row.failure,
  })

const edited = (stamp: Stamp, row: RowOf<'edit'>): DeskEvent =>
  deskEvent(stamp, row.companyId, keyOf(row), 'messageRevised', {
    connectionId: row.connectionId,
    remoteJid: row.remoteJid,
    participant: '',
    fromMe: true,
    waId: row.payload.targetWaId,
    deleted: false,
    body: row.payload.body,
  })

const reacted = (stamp: Stamp, row: RowOf<'react'>): DeskEvent =>
  deskEvent(stamp, row.companyId, keyOf(row), 'messageReacted', {
    connectionId: row.connectionId,
    ...row.payload.target,
    emoji: row.payload.emoji,
    byUs: true,
    by: undefined,
    sentAt: new Date(row.payload.askedAt),
  })

/**
 * What the desk hears of a row that moved. A message: every step. An edit or a reaction: once accepted, that the
 * message is so now; once given up, the failure under the request's id. A deletion: nothing, its message tells.
 */
export function outboundMoved(stamp: Stamp, row: OutboundRow): DeskEvent[] {
  if (row.operation === 'revoke') return []
  if (row.operation === 'send' || row.state === 'FAILED') return [changed(stamp, row)]
  if (row.state !== 'ACCEPTED') return []
  return [row.operation === 'edit' ? edited(stamp, row) : reacted(stamp, row)]
}
