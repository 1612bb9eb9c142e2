import type { ContactId, MessageId } from '@balcao/contracts'
import type { MessageSnapshot } from '@balcao/contracts/wire'

import type { Message } from './message'
import type { MessageDocument } from './message-documents.port'
import { listShownReactions } from './reaction'

/** A message as events and answers carry it. The content of deleted messages is left out. */
export function messageSnapshot(
  message: Message,
  document: MessageDocument | undefined,
  contactId: ContactId,
): MessageSnapshot {
  const shown = message.deleted ? undefined : document
  return {
    id: message.id,
    ticketId: message.ticketId,
    companyId: message.companyId,
    contactId,
    seq: message.seq,
    body: shown?.body ?? '',
    fromMe: message.fromMe,
    kind: message.kind,
    media: shown?.media,
    quoted: shown?.quoted,
    ack: message.ack,
    failure: message.failure,
    read: message.read,
    deleted: message.deleted,
    edited: message.edited,
    clientId: message.clientId ?? '',
    senderName: shown?.senderName ?? '',
    userId: message.userId,
    location: shown?.location,
    vcard: shown?.vcard ?? '',
    queueId: message.queueId ?? 0,
    createdAt: message.createdAt,
    updatedAt: message.updatedAt,
    reactions: message.deleted ? [] : listShownReactions(message.reactions),
    marks: [...message.marks],
    mediaState: message.mediaState,
    mediaWait: message.mediaWait,
    ad: shown?.ad,
    choices: shown?.choices,
    choiceId: shown?.choiceId,
    transcript: shown?.transcript,
  }
}

export const messageSnapshots = (
  messages: readonly Message[],
  documents: ReadonlyMap<MessageId, MessageDocument>,
  contactId: ContactId,
): MessageSnapshot[] =>
  messages.map((message) => messageSnapshot(message, documents.get(message.id), contactId))
