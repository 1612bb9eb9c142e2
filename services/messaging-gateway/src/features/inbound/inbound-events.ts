import { deskEvent, orderingKeys, type DeskEvent, type MessageReceived } from '@balcao/contracts/wire'
import type { ServicePorts } from '@balcao/kernel'

import type { InboundMessage } from '../whatsapp-driver'
import type { Fetched } from './fetch-media'
import type { SessionHolder } from './record-inbound-message'

type Stamp = Pick<ServicePorts, 'ids' | 'clock'>

/** Where a message is recorded. */
export interface RecordedAt {
  id: string
  conversationId: string
}

const valueOf = (
  { connectionId }: SessionHolder,
  message: InboundMessage,
  { kind, media, isPending }: Fetched,
  { id, conversationId }: RecordedAt,
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
  mediaPending: isPending,
  marks: [...message.marks],
  quotedWaId: message.quotedWaId,
  location: message.location,
  vcard: message.vcard,
  ad: message.ad,
  sentAt: message.sentAt,
})

const eventMaker =
  (name: 'messageReceived' | 'placeholderFilled') =>
  (
    stamp: Stamp,
    holder: SessionHolder,
    message: InboundMessage,
    fetched: Fetched,
    at: RecordedAt,
  ): DeskEvent =>
    deskEvent(
      stamp,
      holder.companyId,
      orderingKeys.conversation(at.conversationId),
      name,
      valueOf(holder, message, fetched, at),
    )

/** A message is there. */
export const messageReceived = eventMaker('messageReceived')

/** A message that came without content has it, or never will. */
export const placeholderFilled = eventMaker('placeholderFilled')
