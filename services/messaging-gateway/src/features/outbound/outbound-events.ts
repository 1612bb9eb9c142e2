import { deskEvent, orderingKeys, type DeskEvent, type Fallback } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import { parseAddress } from '../whatsapp-driver'
import { toAck } from './outbound-state'
import type { OutboundRow } from './outbound.store'

interface Stamp {
  ids: Ids
  clock: Clock
}

/** The phone number of the chat; '' where it is not known by one. */
export function toNumber(remoteJid: string): string {
  const address = parseAddress(remoteJid)
  return 'phone' in address ? address.phone : ''
}

type RowFor<O extends OutboundRow['operation']> = Extract<OutboundRow, { operation: O }>

export const orderingKey = (row: OutboundRow) => orderingKeys.conversation(row.companyId, row.conversationId)

/* Its own name, or ours until the network has told one. */
const nameOf = ({ networkId, waId }: OutboundRow): string => networkId ?? waId

const changed = (stamp: Stamp, row: OutboundRow): DeskEvent =>
  deskEvent(stamp, orderingKey(row), 'outboundChanged', {
    messageId: row.messageId,
    connectionId: row.connectionId,
    waId: nameOf(row),
    remoteJid: row.remoteJid,
    ack: toAck(row.state),
    failure: row.failure,
    campaignId: row.campaignId ?? 0,
    fallback: toFallback(row),
  })

/* Of the first acknowledgement alone: later ones have no content. */
function toFallback({ operation, payload, state }: OutboundRow): Fallback | undefined {
  if (operation !== 'send' || toAck(state) < 1 || !payload.automatic || !payload.template) return undefined
  return { body: payload.body, template: payload.template }
}

const edited = (stamp: Stamp, row: RowFor<'edit'>): DeskEvent =>
  deskEvent(stamp, orderingKey(row), 'messageRevised', {
    connectionId: row.connectionId,
    remoteJid: row.remoteJid,
    participant: '',
    fromMe: true,
    waId: row.payload.targetWaId,
    deleted: false,
    body: row.payload.body,
    otherJids: [],
  })

const reacted = (stamp: Stamp, row: RowFor<'react'>): DeskEvent =>
  deskEvent(stamp, orderingKey(row), 'messageReacted', {
    connectionId: row.connectionId,
    ...row.payload.target,
    otherJids: [],
    isWriterUnknown: false,
    emoji: row.payload.emoji,
    byUs: true,
    by: undefined,
    sentAt: new Date(row.payload.askedAt),
  })

/**
 * The event of a campaign's message that is about to be sent for the first time; none of others. Its transaction ends before the
 * network has the message: in its conversation no answer precedes it.
 */
export function sendingEvents(stamp: Stamp, row: OutboundRow): DeskEvent[] {
  if (row.operation !== 'send' || row.campaignId === undefined || row.tries !== 1) return []
  const { kind, body, media, answers } = row.payload
  const event = deskEvent(stamp, orderingKey(row), 'campaignMessageSending', {
    campaignId: row.campaignId,
    messageId: row.messageId,
    connectionId: row.connectionId,
    number: toNumber(row.remoteJid),
    waId: row.waId,
    remoteJid: row.remoteJid,
    kind,
    body,
    media,
    answers,
    sentAt: stamp.clock.now(),
  })
  return [event]
}

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
