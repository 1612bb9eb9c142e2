import { deskEvent, orderingKeys, type DeskEvent, type MessageReceived } from '@balcao/contracts/wire'
import type { ServicePorts } from '@balcao/kernel'

import type { FetchedMessage } from './fetch-media'
import type { SessionHolder } from './record-inbound-message'

type Stamp = Pick<ServicePorts, 'ids' | 'clock'>

/** A recorded message and its conversation. */
export interface RecordedRef {
  id: string
  conversationId: string
}

const toMessageReceived = (
  { connectionId }: SessionHolder,
  { message, fetched: { kind, media, wait } }: FetchedMessage,
  { id, conversationId }: RecordedRef,
): MessageReceived => ({
  inboundId: id,
  connectionId,
  conversationId,
  remoteJid: message.remoteJid,
  participant: message.participant,
  fromMe: message.fromMe,
  waId: message.waId,
  contact: message.contact,
  isGroup: message.isGroup,
  sender: message.sender,
  kind,
  body: message.body,
  media,
  mediaPending: wait !== undefined,
  mediaWait: wait,
  marks: [...message.marks],
  quotedWaId: message.quotedWaId,
  location: message.location,
  vcard: message.vcard,
  ad: message.ad,
  choiceId: message.choiceId,
  sentAt: message.sentAt,
})

const createEventFactory =
  (name: 'messageReceived' | 'placeholderFilled') =>
  (stamp: Stamp, holder: SessionHolder, received: FetchedMessage, at: RecordedRef): DeskEvent =>
    deskEvent(
      stamp,
      orderingKeys.conversation(holder.companyId, at.conversationId),
      name,
      toMessageReceived(holder, received, at),
    )

export const messageReceived = createEventFactory('messageReceived')

/** A message that came without content has it now, or can be read on the phone only. */
export const placeholderFilled = createEventFactory('placeholderFilled')
